import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import type { Settings } from "../../env.ts";
import type { SpaceStorage } from "../spaces/space-storage.ts";
import { isUnused, readSpaceFigures } from "./read-space-figures.ts";
import { registerPath, sqlitePath } from "./sqlite-path.ts";
import { openSqlite } from "./sqlite.ts";

/** Stores spaces on SQLite: a file for each, and one for the register. A lock on the folder allows only one server. */
export async function openSqliteSpaces({ dataDir }: Pick<Settings, "dataDir">): Promise<SpaceStorage> {
  const server = randomInt(1, 2 ** 31 - 1);
  return {
    register: await openSqlite(dataDir, { path: registerPath(dataDir) }),
    server,
    listServers: () => Promise.resolve([server]),
    mostSpaces: Number.POSITIVE_INFINITY,
    hasPlanning: () => Promise.resolve(existsSync(sqlitePath(dataDir))),
    open: ({ folder }, { isNew, pause }) =>
      openSqlite(folder, { mustExist: !isNew, isTrusted: true, ...(pause && { pause }) }),
    reach: () => null,
    readFigures: ({ folder }) => Promise.resolve(readSpaceFigures(folder)),
    isUnused: ({ folder }) => Promise.resolve(isUnused(folder)),
    // All data of a space are in its folder, which the callers move or delete.
    putAside: () => Promise.resolve(),
    bringBack: () => Promise.resolve(),
    drop: () => Promise.resolve(),
    isThere: ({ folder }) => Promise.resolve(existsSync(folder)),
  };
}
