import { join, resolve } from "node:path";
import {
  AUTOMATIC,
  type BackupKind,
  backupFolder,
  backupName,
  removeOutdatedBackups,
} from "../database/backup/backup-files.ts";
import { writeBackup } from "../database/backup/write-backup.ts";
import { runCommand } from "./command.ts";

/** `npm run backup -- [FILE]`: writes a snapshot of the whole database into one file, while the server runs. */
await runCommand(
  { name: "backup", usage: ["[FILE]"], words: [0, 1], options: { [AUTOMATIC]: "boolean" } },
  async ({ settings, database, words: [target], options: { [AUTOMATIC]: isAutomatic = false } }) => {
    const now = new Date();
    const kind: BackupKind = isAutomatic ? "automatic" : "backup";
    const folder = backupFolder(settings.dataDir);
    const path = target === undefined || isAutomatic ? join(folder, backupName(kind, now)) : resolve(target);
    await writeBackup(database, path, now);
    if (isAutomatic) await removeOutdatedBackups(folder);
    return `The backup is in ${path}`;
  },
);
