import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { API } from "#contract/paths.ts";
import { migrate } from "#server/database/migrate.ts";
import { openRegister, type Register } from "#server/database/register/register.ts";
import { isUnused } from "#server/database/sqlite/read-space-figures.ts";
import { sqlitePath } from "#server/database/sqlite/sqlite-path.ts";
import { openSqlite } from "#server/database/sqlite/sqlite.ts";
import { newSecretValue } from "#server/spaces/create-space.ts";
import { spaceFolder } from "#server/spaces/space-settings.ts";
import { memoryFolder } from "#test/support/process/memory-folder.ts";
import { type Diapason, startDiapason } from "#test/support/process/start-diapason.ts";
import { seedPlanning } from "../../scripts/seed/write-planning.ts";
import { residentMegabytes } from "../memory.ts";
import { median, percentile } from "../percentile.ts";
import type { Traffic } from "../server/load-generator.ts";
import { type LoadGenerator, startLoadGenerator } from "../server/load.ts";
import { requestOf } from "../server/requests.ts";
import type { Row, Table } from "../table.ts";
import { todayInParis } from "../team/month.ts";
import { measureInRounds } from "../measure-in-rounds.ts";

const SPACES = 5000;
const OPEN = 200;
const PEOPLE = 12;
const EVENTS = 40;
const ROUNDS = 3;
const FIRST_PAGES = 100;
const CONNECTIONS = 10;
const BUSY_PER_SECOND = 200;
const PAGES_READ = 3000;
const IDLE_MS = 1000;
/** The page without a session, with what it shows first. */
const PAGE = "/login";
const LONGEST_MS = 10 * 60_000;

const slugOf = (number: number): string => `equipe-${number}`;

interface DataFolders {
  /** The data folder of a server with one planning. */
  readonly one: string;
  /** That of a server with many. */
  readonly many: string;
}

/** Fills one planning, and copies it into each space. */
async function fill({ one, many }: DataFolders): Promise<void> {
  const database = await openSqlite(one);
  await migrate(database);
  const sizes = { groups: 1, people: PEOPLE, events: EVENTS };
  await seedPlanning(database, { sizes, now: new Date(), today: todayInParis(), onProgress: () => undefined });
  await database.close();
  if (!isUnused(one)) throw new Error("the planning is in use");
  const register = await openRegister({ dataDir: many, databaseUrl: null });
  const now = new Date();
  for (let number = 0; number < SPACES; number += 1) {
    const slug = slugOf(number);
    const folder = spaceFolder(many, slug);
    await mkdir(folder, { recursive: true });
    await copyFile(sqlitePath(one), sqlitePath(folder));
    const space = { slug, name: slug, state: "importing", secretValue: newSecretValue(), firstAdmin: null } as const;
    await register.add(space, "imported", now);
    await register.changeState(slug, { from: ["importing"], to: "active", act: "imported", now });
  }
  await register.close();
}

const agent = new Agent({ keepAlive: true });

/** Loads a page of a space. Returns the milliseconds until the response is complete. */
async function loadPage({ url }: Diapason, slug: string, path: string = PAGE): Promise<number> {
  const start = performance.now();
  const answered = Promise.withResolvers<number | undefined>();
  const { host, port } = new URL(url);
  request({ host: "127.0.0.1", port, path, agent, headers: { host: `${slug}.${host}` } }, (incoming) => {
    incoming.resume().once("end", () => answered.resolve(incoming.statusCode));
  })
    .once("error", answered.reject)
    .end();
  const status = await answered.promise;
  if (status !== 200) throw new Error(`${slug}${path}: ${status}`);
  return performance.now() - start;
}

interface Start {
  readonly milliseconds: number;
  readonly resident: number;
}

async function startOnce(start: () => Promise<Diapason>): Promise<Start> {
  const begin = performance.now();
  const server = await start();
  if (!(await fetch(`${server.url}${API.health}`)).ok) throw new Error("no answer");
  const milliseconds = performance.now() - begin;
  await sleep(IDLE_MS);
  const resident = await residentMegabytes(server.pid);
  await server.stop();
  return { milliseconds, resident };
}

async function measureStarts(startOne: () => Promise<Diapason>, startMany: () => Promise<Diapason>): Promise<Row[]> {
  const [one, many]: [Start[], Start[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    one.push(await startOnce(startOne));
    many.push(await startOnce(startMany));
  }
  const row = (figure: keyof Start) => ({
    value: median(many.map((run) => run[figure])),
    reference: median(one.map((run) => run[figure])),
  });
  return [
    {
      name: "start until the first answer",
      unit: "ms",
      ...row("milliseconds"),
      goal: { of: "ratio", reach: 1.5, aim: 1.1 },
    },
    {
      name: "memory when idle, none open",
      unit: "MB",
      ...row("resident"),
      goal: { of: "ratio", reach: 1.2, aim: 1.05 },
    },
  ];
}

function traffic({ url }: Diapason, requests: readonly (readonly string[])[]): Traffic {
  return { ports: [Number(new URL(url).port)], requests, status: 200 };
}

/** Pages per second: of 200 spaces in turn, compared with one planning. */
async function measurePages(generator: LoadGenerator, one: Diapason, many: Diapason): Promise<Row> {
  const { protocol, host } = new URL(many.url);
  const ofSpaces = Array.from({ length: CONNECTIONS }, (_, connection) =>
    Array.from({ length: OPEN / CONNECTIONS }, (_space, index) => {
      const slug = slugOf(connection * (OPEN / CONNECTIONS) + index);
      return requestOf(`${protocol}//${slug}.${host}`, "GET", PAGE, { cookie: "" });
    }),
  );
  const ofOne = Array.from({ length: CONNECTIONS }, () => [requestOf(one.url, "GET", PAGE, { cookie: "" })]);
  // The first pages of a space compile and read what the next ones use again.
  for (const own of [traffic(one, ofOne), traffic(many, ofSpaces)]) await generator.run([own]);
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, own] of [traffic(one, ofOne), traffic(many, ofSpaces)].entries()) {
      rates[index]?.push((await generator.run([own]))[0]?.perSecond ?? Number.NaN);
    }
  }
  const [reference, value] = rates.map(median);
  return {
    name: `pages, ${OPEN} spaces in turn`,
    value: value ?? Number.NaN,
    reference: reference ?? Number.NaN,
    unit: "/s",
    goal: { of: "ratio", reach: 0.6, aim: 0.85, isLeast: true },
  };
}

/** The times of one person's pages, one after the other. A p99 needs this many: thirty times lie beyond it. */
async function readPages(server: Diapason): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < PAGES_READ; index += 1) times.push(await loadPage(server, slugOf(0)));
  return times;
}

/** Runs `work` while other people call another space 200 times a second. */
async function besideCalls<Result>(
  generator: LoadGenerator,
  server: Diapason,
  work: () => Promise<Result>,
): Promise<Result> {
  const { protocol, host } = new URL(server.url);
  const call = requestOf(`${protocol}//${slugOf(1)}.${host}`, "GET", PAGE, { cookie: "" });
  const calls = { ...traffic(server, [[call], [call]]), perSecond: BUSY_PER_SECOND };
  const over = new AbortController();
  const calling = (async () => {
    while (!over.signal.aborted) await generator.run([calls]);
  })();
  const result = await work();
  over.abort();
  await calling;
  return result;
}

/** The times of one space's pages: alone (`quiet`), and while another space gets many calls (`busy`). */
function measureNeighbours(generator: LoadGenerator, server: Diapason): Promise<Record<"quiet" | "busy", number[][]>> {
  const read = () => readPages(server);
  return measureInRounds(ROUNDS, { quiet: read, busy: () => besideCalls(generator, server, read) });
}

function p99(rounds: readonly (readonly number[])[]): number {
  return median(rounds.map((times) => percentile(times, 0.99)));
}

/** The reminders of all spaces are due at once, while somebody reads pages of an open space. */
async function measureReminders(server: Diapason, register: Register, quietP99: number): Promise<Row[]> {
  const busy: number[] = [];
  const start = performance.now();
  const now = new Date();
  for (const { slug } of await register.list()) await register.noteDue(slug, now);
  const areDecided = async () => (await register.findDue(now, 1)).length === 0;
  do {
    for (let count = 0; count < 20; count += 1) busy.push(await loadPage(server, slugOf(0)));
  } while (!(await areDecided()) && performance.now() - start < LONGEST_MS);
  const milliseconds = performance.now() - start;
  return [
    {
      name: `${SPACES} spaces decide at once`,
      value: milliseconds,
      unit: "ms",
      goal: { of: "value", reach: 300_000, aim: 120_000 },
    },
    {
      name: "a page meanwhile, p99",
      value: percentile(busy, 0.99),
      reference: quietP99,
      unit: "ms",
      goal: { of: "ratio", reach: 2, aim: 1.5 },
    },
  ];
}

async function measureOpenSpaces(one: Diapason, many: Diapason, folders: DataFolders): Promise<Row[]> {
  const generator = startLoadGenerator();
  const register = await openRegister({ dataDir: folders.many, databaseUrl: null });
  try {
    await loadPage(many, slugOf(SPACES - 1));
    const before = await residentMegabytes(many.pid);
    const first: number[] = [];
    for (let number = 0; number < OPEN - 1; number += 1) first.push(await loadPage(many, slugOf(number)));
    const after = await residentMegabytes(many.pid);
    const opened = first.slice(0, FIRST_PAGES);
    const pages = await measurePages(generator, one, many);
    const { quiet, busy } = await measureNeighbours(generator, many);
    return [
      {
        name: "first page of a closed space, p95",
        value: percentile(opened, 0.95),
        unit: "ms",
        goal: { of: "value", reach: 150, aim: 80 },
        detail: `median ${median(opened).toFixed(0)} ms`,
      },
      {
        name: `memory of a space, ${OPEN} open`,
        value: (after - before) / (OPEN - 1),
        unit: "MB",
        goal: { of: "value", reach: 2, aim: 1 },
      },
      pages,
      {
        name: `a page beside a space with ${BUSY_PER_SECOND} calls/s, p99`,
        value: p99(busy),
        reference: p99(quiet),
        unit: "ms",
        goal: { of: "ratio", reach: 2, aim: 1.5 },
      },
      ...(await measureReminders(many, register, p99(quiet))),
    ];
  } finally {
    await register.close();
    generator.stop();
  }
}

/** 5,000 spaces in one process, beside one planning of the same size. */
export async function measureSpaces(): Promise<Table[]> {
  const folder = await mkdtemp(join(memoryFolder(), "diapason-spaces-"));
  const folders = { one: join(folder, "one"), many: join(folder, "many") };
  const startOne = () => startDiapason({ DATA_DIR: folders.one, SHARING: "on" });
  const startMany = () => startDiapason({ DATA_DIR: folders.many, SPACES: "on" });
  try {
    await fill(folders);
    const starts = await measureStarts(startOne, startMany);
    const [one, many] = [await startOne(), await startMany()];
    try {
      const rows = await measureOpenSpaces(one, many, folders);
      return [{ title: `${SPACES} spaces of ${PEOPLE} people and ${EVENTS} events`, rows: [...starts, ...rows] }];
    } finally {
      await Promise.all([one.stop(), many.stop()]);
    }
  } finally {
    agent.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
