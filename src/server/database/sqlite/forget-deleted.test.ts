import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { canMountDisk, createSmallDisk, type FullDisk } from "#test/support/server/test-full-disk.ts";
import { settingsOf } from "#test/support/server/test-server.ts";
import { openDatabase } from "../open-database.ts";

/** More than half of the small disk, so a second copy does not fit. */
const NAMES = 5;
const NAME_BYTES = 1024 * 1024;

describe.runIf(canMountDisk())("a file that earlier versions wrote, on a disk without room to write it anew", () => {
  let disk: FullDisk;
  let path: string;

  beforeEach(async () => {
    disk = await createSmallDisk();
    const database = await openDatabase(settingsOf(disk.environment));
    await database.ping();
    await database.close();
    path = join(disk.environment["DATA_DIR"] ?? "", "diapason.sqlite");
    const file = new SqliteFile(path);
    file.exec("create table person (name blob)");
    for (let count = 0; count < NAMES; count += 1) {
      file.exec(`insert into person values (randomblob(${NAME_BYTES}))`);
      file.pragma("wal_checkpoint(truncate)");
    }
    file.pragma("user_version = 0");
    file.close();
  });
  afterEach(() => disk.remove());

  /** Opens the database like a start. @returns whether it is marked as rewritten */
  async function isWrittenAnew(): Promise<boolean> {
    const database = await openDatabase(settingsOf(disk.environment));
    await database.ping();
    await database.close();
    const file = new SqliteFile(path);
    const version = file.pragma("user_version", { simple: true });
    file.close();
    return version === 1;
  }

  test("opens all the same, and is written anew by the first start that has the room", async () => {
    expect(await isWrittenAnew()).toBe(false);
    const file = new SqliteFile(path);
    file.exec("delete from person");
    file.close();
    expect(await isWrittenAnew()).toBe(true);
  });
});
