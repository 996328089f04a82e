import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { expect, test } from "vitest";
import { addDays } from "#domain/calendar/calendar.ts";
import {
  createEvent,
  NOON,
  type Person,
  type PlanningServer,
  giveAnswer,
  startPlanningServer,
  TODAY,
} from "#test/support/server/test-planning.ts";
import { MARIE, startTestServer } from "#test/support/server/test-server.ts";

const GONE = { firstName: "Bérengère", lastName: "Xylander", email: "berengere.xylander@example.org" };
/** Parts of the name and the address that no other test data contains. */
const TRACES = ["Xylander", "xylander", "Bérengère"];

/** The traces in the files of the database. Backups and mails expire by age, so they are not searched. */
async function tracesIn(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, parentPath } of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!name.startsWith("diapason.sqlite")) continue;
    const bytes = await readFile(join(parentPath, name));
    for (const trace of TRACES) if (bytes.includes(trace)) found.push(`${name}: ${trace}`);
  }
  return found;
}

/** A member who changes name, answers and services, so that the database moves their rows between pages. */
async function liveThere({ admin, newcomer }: PlanningServer): Promise<Person> {
  const gone = await newcomer(GONE);
  const others = await Promise.all(Array.from({ length: 8 }, () => newcomer()));
  const events = [];
  for (let index = 0; index < 40; index += 1) events.push(await createEvent(admin, { date: addDays(TODAY, index) }));
  for (const { id } of events) {
    for (const person of [gone, ...others]) await giveAnswer(person, id, "present");
    if (id > "8") await giveAnswer(gone, id, null);
  }
  for (const positions of [["Voix"], ["Voix", "Lead", "Piano"], ["Bass"]]) {
    const { firstName, lastName } = GONE;
    await gone.send("PATCH", "/api/users/me", { body: { firstName, lastName, positions } });
  }
  return gone;
}

test.each([
  ["by themselves", (_: Person, gone: Person) => gone.post("/api/users/me/deletion", { password: MARIE.password })],
  ["by an admin", (admin: Person, gone: Person) => admin.send("DELETE", `/api/users/${gone.user.id}`)],
])("who is deleted %s stands in no byte of SQLite's files: not while it runs, not after its end", async (_, remove) => {
  const planning = await startPlanningServer("sqlite");
  const dataDir = planning.environment["DATA_DIR"] ?? "";
  const gone = await liveThere(planning);
  expect(await tracesIn(dataDir)).not.toEqual([]);
  expect((await remove(planning.admin, gone)).status).toBe(204);
  expect(await tracesIn(dataDir)).toEqual([]);
  await planning.server.stop();
  expect(await tracesIn(dataDir)).toEqual([]);
  await planning.stop();
});

test("what an earlier version left of people who are gone is overwritten at the first start", async () => {
  const planning = await startPlanningServer("sqlite");
  const dataDir = planning.environment["DATA_DIR"] ?? "";
  const gone = await liveThere(planning);
  await planning.server.stop();
  const file = new SqliteFile(join(dataDir, "diapason.sqlite"));
  file.pragma("secure_delete = off");
  file.pragma("foreign_keys = on");
  file.prepare("delete from users where id = ?").run(gone.user.id);
  file.prepare("delete from planning_change").run();
  file.pragma("user_version = 0");
  file.close();
  expect(await tracesIn(dataDir)).not.toEqual([]);
  const server = await startTestServer(planning.environment, { clock: () => NOON });
  await server.stop();
  expect(await tracesIn(dataDir)).toEqual([]);
  await planning.stop();
});
