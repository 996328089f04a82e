import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { addDays } from "#domain/calendar/calendar.ts";
import type { Database } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { addJobs } from "#server/jobs/write-jobs.ts";
import { remindersJob } from "#server/planning/reminders/write-reminders.ts";
import { freePort } from "./support/postgres/free-port.ts";
import { startPostgres, type TestPostgres } from "./support/postgres/start-postgres.ts";
import { startRoundRobin } from "./support/process/round-robin.ts";
import { type Diapason, startDiapason } from "./support/process/start-diapason.ts";
import { mentions } from "./support/server/test-live.ts";
import { createClient, signInDefaultAdmin } from "./support/server/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "./support/server/test-smtp-server.ts";
import { openStream } from "./support/server/test-stream.ts";

const PEOPLE = 60;
const GROUP = "1";
const HOUR_MS = 60 * 60_000;
const MONTH_MS = 30 * 24 * HOUR_MS;
/** Until both processes have started and the mails have arrived, on a busy machine. */
const LONGEST_MS = 40_000;
/** When reminders leave. */
const EVENING = 18;

let postgres: TestPostgres;
let smtp: TestSmtpServer;
let processes: Diapason[];

beforeEach(async () => {
  [postgres, smtp, processes] = [await startPostgres(), await startTestSmtpServer(), []];
});
afterEach(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await smtp.stop();
  await postgres.remove();
});

/** A zone in which it is between 18:00 and 19:00 now, and the date there. */
function eveningZone(): { readonly name: string; readonly today: string } {
  const now = new Date();
  const hours = EVENING - now.getUTCHours();
  // Zones reach from 12 hours west to 14 hours east of UTC. The signs of these names are those of POSIX: west is positive.
  const east = hours > 14 ? hours - 24 : hours;
  const name = `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`;
  return { name, today: new Date(now.getTime() + east * HOUR_MS).toISOString().slice(0, "YYYY-MM-DD".length) };
}

/** A team with an event in five days that nobody has answered: its members are to be reminded from 18:00 on. */
async function fill({ kysely }: Database, today: string): Promise<void> {
  const longAgo = new Date(Date.now() - MONTH_MS);
  const ids = Array.from({ length: PEOPLE }, (_, index) => `person-${index}`);
  const person = { first_name: "A", last_name: "B", name: "A B", positions: "[]", image: null, is_admin: false };
  const dates = { created_at: longAgo, updated_at: longAgo };
  const users = ids.map((id) => ({ ...person, ...dates, id, email: `${id}@example.org`, email_verified: true }));
  await kysely.insertInto("users").values(users).execute();
  await kysely.updateTable("planning_state").set({ shared_at: longAgo }).execute();
  const group = { id: GROUP, name: "Groupe", place: 1, reminders_on: true, reminder_days: 5 };
  await kysely.insertInto("planning_group").values(group).execute();
  const members = ids.map((id) => ({ group_id: GROUP, user_id: id, joined_at: longAgo }));
  await kysely.insertInto("group_member").values(members).execute();
  const details = { name: "Culte", date: addDays(today, 5), time: "10:00", location: "Temple" };
  await kysely
    .insertInto("planning_event")
    .values({ ...details, id: "culte", group_id: GROUP })
    .execute();
}

test("two processes that serve one database at 18:00 remind each person once", async () => {
  const { name: zone, today } = eveningZone();
  const databaseUrl = `${postgres.url}/postgres`;
  const database = await openDatabase({ databaseUrl, dataDir: "" });
  await migrate(database);
  const settings = {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: "a secret of sixteen characters or more",
    MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
    TIME_ZONE: zone,
  };
  processes = await Promise.all([startDiapason(settings), startDiapason(settings)]);
  expect(new Set(processes.map(({ pid }) => pid)).size).toBe(2);
  await fill(database, today);
  // Both wake at the same moment, as at 18:00.
  const now = new Date();
  await addJobs(database, [remindersJob(now)], now);
  const waiting = () => database.kysely.selectFrom("job").select("id").where("kind", "=", "message").execute();
  await expect.poll(() => smtp.count(), { timeout: LONGEST_MS }).toBeGreaterThanOrEqual(PEOPLE);
  await expect.poll(waiting, { timeout: LONGEST_MS }).toEqual([]);
  const addresses = smtp.taken().flatMap(({ envelope }) => envelope.to);
  expect(addresses.toSorted()).toEqual(
    Array.from({ length: PEOPLE }, (_, index) => `person-${index}@example.org`).toSorted(),
  );
  const sent = () => processes.map(({ output }) => output().split('"mail sent"').length - 1);
  // A line of the log can come after the mail.
  await expect.poll(() => sent().reduce((sum, count) => sum + count, 0), { timeout: LONGEST_MS }).toBe(PEOPLE);
  expect(Math.min(...sent())).toBeGreaterThan(0);
  await database.close();
});

test("two processes behind one address are one planning: a session and a stream of either, and one may go", async () => {
  const address = await startRoundRobin();
  onTestFinished(address.close);
  const ports = [await freePort(), await freePort()];
  const settings = {
    DATABASE_URL: `${postgres.url}/postgres`,
    AUTH_SECRET: "a secret of sixteen characters or more",
    BASE_URL: address.url,
    SHARING: "on",
  };
  for (const port of ports) processes.push(await startDiapason({ ...settings, PORT: String(port) }));
  address.serve(ports);
  // Each call is a connection of its own, so that the processes take turns.
  const admin = await signInDefaultAdmin({ client: () => createClient(address.url, [], false) });
  const streams = await Promise.all(ports.map(() => openStream(address.url, admin, "/api/changes")));
  const group = await admin.post("/api/groups", { name: "Fanfare" });
  expect(group.status).toBe(201);
  for (const stream of streams) await stream.find(mentions("Fanfare"));
  for (const _ of ports) expect((await admin.get("/api/groups")).text).toContain("Fanfare");
  for (const { output } of processes) expect(output()).toContain('"path":"/api/groups"');
  const [first] = processes;
  address.serve(ports.slice(1));
  expect(await first?.stop()).toBe(0);
  expect((await admin.post("/api/groups", { name: "Chorale" })).status).toBe(201);
});
