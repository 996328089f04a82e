import { join } from "node:path";

/** The file of an SQLite database. */
export function sqlitePath(dataDir: string): string {
  return join(dataDir, "diapason.sqlite");
}

/** The file of the register of spaces. */
export function registerPath(dataDir: string): string {
  return join(dataDir, "spaces.sqlite");
}
