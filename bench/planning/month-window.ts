import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { daysAround } from "#contract/planning/planning-addresses.ts";
import { monthOf } from "#domain/calendar/calendar.ts";
import { type Database, refreshStatistics } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { readEvents } from "#server/planning/events/read-events.ts";
import { createPostgresDatabase } from "#test/support/postgres/postgres-database.ts";
import { startPostgres } from "#test/support/postgres/start-postgres.ts";
import { memoryFolder } from "#test/support/process/memory-folder.ts";
import { groupId } from "../../scripts/seed/invented-planning.ts";
import { seedPlanning } from "../../scripts/seed/write-planning.ts";
import { median } from "../percentile.ts";
import type { Row, Table } from "../table.ts";
import { todayInParis } from "../team/month.ts";
import { measureInRounds } from "../measure-in-rounds.ts";

/** With equally many groups, a month of one group has as many events in each planning. */
const GROUPS = 10;
const PEOPLE = 200;
const EVENTS = [1_000, 10_000, 100_000] as const;
const ROUNDS = 5;
const READS = 100;

type Opened = readonly { readonly events: number; readonly database: Database }[];

/** How long it takes to read a month of one group out of plannings of different sizes, on both engines. */
export async function measureMonthWindow(): Promise<Table[]> {
  const rows = [...(await measureSqlite()), ...(await measurePostgres())];
  return [{ title: "A month of one group among so many events, as the server reads it, p50", rows }];
}

async function measureSqlite(): Promise<Row[]> {
  const folder = await mkdtemp(join(memoryFolder(), "diapason-window-"));
  try {
    return await measureSizes("SQLite", (events) =>
      openDatabase({ databaseUrl: null, dataDir: join(folder, String(events)) }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measurePostgres(): Promise<Row[]> {
  // Reads do not wait for the disk, and the planning is invented again the next time.
  const postgres = await startPostgres(["fsync=off"]);
  try {
    return await measureSizes("PostgreSQL", async (events) => {
      const databaseUrl = await createPostgresDatabase(postgres.url, `events_${events}`);
      return openDatabase({ databaseUrl, dataDir: "" });
    });
  } finally {
    await postgres.remove();
  }
}

async function measureSizes(engine: string, open: (events: number) => Promise<Database>): Promise<Row[]> {
  const opened: { events: number; database: Database }[] = [];
  try {
    for (const events of EVENTS) {
      const database = await open(events);
      opened.push({ events, database });
      await fill(database, events);
    }
    return await compare(engine, opened);
  } finally {
    await Promise.all(opened.map(({ database }) => database.close()));
  }
}

async function fill(database: Database, events: number): Promise<void> {
  await migrate(database);
  const sizes = { groups: GROUPS, people: PEOPLE, events };
  await seedPlanning(database, { sizes, now: new Date(), today: todayInParis(), onProgress: () => undefined });
  for (const table of ["planning_event", "availability"] as const) await refreshStatistics(database, table);
}

async function compare(engine: string, opened: Opened): Promise<Row[]> {
  const times = await measureInRounds(
    ROUNDS,
    Object.fromEntries(opened.map(({ events, database }) => [String(events), () => readMonths(database)])),
  );
  const p50 = (events: number) => median((times[String(events)] ?? []).flat());
  const [smallest] = EVENTS;
  return opened.map(({ events }) => ({
    name: `${events.toLocaleString("en")} events, ${engine}`,
    value: p50(events),
    unit: "ms",
    reference: p50(smallest),
    ...(events !== smallest && { goal: { of: "ratio", reach: 1.2 } as const }),
  }));
}

/** Reads the present month of each group in turn; returns the milliseconds of each read. */
async function readMonths(database: Database): Promise<number[]> {
  const days = daysAround(monthOf(todayInParis()));
  const times: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const start = performance.now();
    const { value: events } = await readEvents(database, { groupId: groupId(read % GROUPS), ...days });
    times.push(performance.now() - start);
    if (events.length === 0) throw new Error("a month without events");
  }
  return times;
}
