import { join, resolve } from "node:path";
import { backupWritten } from "#text/commands/command-output.ts";
import { AUTOMATIC, backupFolder, backupName, removeOutdatedBackups } from "../database/backup/backup-files.ts";
import { writeBackup } from "../database/backup/write-backup.ts";
import { UsageError } from "./command-line.ts";
import { runCommand } from "./command.ts";

/** `npm run backup -- [FILE]`: writes a snapshot of the whole database into one file, while the server runs. */
await runCommand(
  { name: "backup", usage: ["[FILE]"], words: [0, 1], options: { [AUTOMATIC]: "string" } },
  async ({ settings, database, words: [target], options: { [AUTOMATIC]: dailyAt } }) => {
    // The server calls this command with `dailyAt` for its daily backup. Then outdated backups are removed, too.
    const now = dailyAt === undefined ? new Date() : new Date(dailyAt);
    if (Number.isNaN(now.getTime())) throw new UsageError("not a time");
    const folder = backupFolder(settings.dataDir);
    const defaultPath = join(folder, backupName(dailyAt === undefined ? "backup" : "automatic", now));
    const path = target === undefined ? defaultPath : resolve(target);
    await writeBackup(database, path, now);
    if (dailyAt !== undefined) await removeOutdatedBackups(folder, now);
    return backupWritten(path);
  },
);
