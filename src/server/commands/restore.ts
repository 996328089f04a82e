import { join, resolve } from "node:path";
import { restored } from "#text/commands/command-output.ts";
import { backupFolder, backupName } from "../database/backup/backup-files.ts";
import { restoreBackup } from "../database/backup/restore-backup.ts";
import { writeBackup } from "../database/backup/write-backup.ts";
import { noteRestored, runCommand } from "./command.ts";

/** `npm run restore -- FILE`: saves the current data as a backup, then checks FILE and replaces all data by it. */
await runCommand(
  { name: "restore", usage: ["FILE"], words: [1, 1], fillsDatabase: true },
  async ({ settings, database, words: [file = ""] }) => {
    const now = new Date();
    const formerData = join(backupFolder(settings.dataDir), backupName("before-restore", now));
    await writeBackup(database, formerData, now);
    await restoreBackup(database, resolve(file), (filled, madeAt) =>
      noteRestored(filled, { madeAt, now, timeZone: settings.timeZone }),
    );
    return restored(formerData);
  },
);
