import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { timeZoneNamed } from "#domain/calendar/time-zone.ts";
import { ENGINES, newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import type { Database } from "../../database/database.ts";
import { migrate } from "../../database/migrate.ts";
import { openDatabase } from "../../database/open-database.ts";
import { createAsking } from "../../notifications/kinds/requests.ts";
import { createAcceptChange } from "../accept-change.ts";
import { pruneLog, readChanges, readPosition, readState } from "../changes/write-change-log.ts";
import { createSharedPlanning, type SharedPlanning, type WantedChange } from "../shared-planning.ts";
import { shareFromStart } from "../sharing/share-planning.ts";
import { sweepPlanning } from "./write-trash.ts";

const ADMIN = "admin";
const EVENT = { groupId: "1", name: "Concert", date: "2050-12-24", time: "20:30", location: "Temple" };
const START = new Date("2050-01-01T00:00:00Z");

describe.each(ENGINES)("old data on %s", (engine) => {
  let environment: Record<string, string>;
  let database: Database;
  let planning: SharedPlanning;
  let day = 0;

  beforeEach(async () => {
    environment = await newEnvironment(engine);
    database = await openDatabase(settingsOf(environment));
    await migrate(database);
    day = 0;
    const clock = () => new Date(START.getTime() + day * 24 * 60 * 60 * 1000);
    planning = createSharedPlanning({ database, timeZone: "Europe/Paris", clock });
    await shareFromStart(planning);
    const names = { first_name: "Anne", last_name: "Petit", name: "Anne Petit", positions: "[]", image: null };
    const user = {
      ...names,
      id: ADMIN,
      email: "anne@example.org",
      is_admin: true,
      created_at: START,
      updated_at: START,
    };
    await database.kysely.insertInto("users").values(user).execute();
  });
  afterEach(async () => {
    await database.close();
    await removeData(environment);
  });

  const accept = (wanted: WantedChange) =>
    createAcceptChange(planning, createAsking(timeZoneNamed("Europe/Paris")))(ADMIN, wanted, readPosition);
  const rename = () => accept({ type: "group.renamed", groupId: "1", name: `Nom du jour ${day}` });

  async function eventIds(): Promise<string[]> {
    const rows = await database.kysely.selectFrom("planning_event").select("id").orderBy("id").execute();
    return rows.map(({ id }) => id);
  }

  async function groupIds(): Promise<string[]> {
    const rows = await database.kysely.selectFrom("planning_group").select("id").orderBy("id").execute();
    return rows.map(({ id }) => id);
  }

  test("stays in the trash for 30 days, then is deleted for good: a group with its events", async () => {
    for (const [id, groupId] of [
      ["a", "1"],
      ["b", "1"],
      ["c", "2"],
    ] as const) {
      await accept({ type: "event.created", event: { ...EVENT, id, groupId } });
    }
    await accept({ type: "event.deleted", eventId: "a" });
    await accept({ type: "group.deleted", groupId: "2" });
    day = 30;
    await sweepPlanning(planning);
    expect([await groupIds(), await eventIds()]).toEqual([
      ["1", "2", "3"],
      ["a", "b", "c"],
    ]);
    day = 31;
    await sweepPlanning(planning);
    expect([await groupIds(), await eventIds()]).toEqual([["1", "3"], ["b"]]);
  });

  test("in the log is deleted, and the state has the position after which no entry is missing", async () => {
    for (let index = 0; index < 5; index += 1) await rename();
    day = 40;
    await rename();
    await pruneLog(database, new Date(planning.now().getTime() - 1), 1);
    expect(await readState(database)).toMatchObject({ position: 7, resumableFrom: 6 });
    expect((await readChanges(database, 0, 100)).map(({ position }) => position)).toEqual([7]);
  });

  test("in the log stays while it is among the latest entries, however old", async () => {
    for (let index = 0; index < 5; index += 1) await rename();
    day = 400;
    await pruneLog(database, planning.now(), 3);
    expect(await readState(database)).toMatchObject({ position: 6, resumableFrom: 3 });
    await sweepPlanning(planning);
    expect(await readState(database)).toMatchObject({ position: 6, resumableFrom: 3 });
  });

  test("in the log leaves no hole when the clock went back and forth", async () => {
    day = 40;
    await rename();
    day = 0;
    await rename();
    await rename();
    day = 40;
    await rename();
    await pruneLog(database, planning.now(), 1);
    const positions = (await readChanges(database, 0, 100)).map(({ position }) => position);
    expect(positions).toEqual([2, 3, 4, 5]);
  });
});
