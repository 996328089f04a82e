import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const LINUX_MEMORY = "/dev/shm";
/** Enough for all databases of one run. In containers the folder often has only 64 MiB. */
const NEEDED_BYTES = 1024 ** 3;

/**
 * The folder for the databases of tests: in memory if the system has such a folder with enough room, else the temporary
 * folder. The databases do not outlive a test, so no test needs to wait for a disk.
 */
export function memoryFolder(): string {
  return hasRoom(LINUX_MEMORY) ? LINUX_MEMORY : tmpdir();
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
