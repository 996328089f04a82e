import { startPostgres } from "#test/support/postgres/start-postgres.ts";
import { type Diapason, SERVER, startDiapason } from "#test/support/process/start-diapason.ts";
import { median } from "../percentile.ts";
import type { Row, Table } from "../table.ts";
import { startTeam, type Team } from "../team/start-team.ts";
import { measureInRounds } from "../measure-in-rounds.ts";
import type { Traffic } from "./load-generator.ts";
import { type LoadGenerator, startLoadGenerator } from "./load.ts";
import { ownTraffic } from "./traffic.ts";

const ROUNDS = 5;
const PEOPLE = 10;
const PROCESSES = 4;

/**
 * Responses per second on ten connections: four processes on one PostgreSQL compared with one process, and one process
 * compared with SQLite. All wait for the disk.
 */
export async function measurePostgres(): Promise<Table[]> {
  const postgres = await startPostgres();
  const settings = {
    DATABASE_URL: `${postgres.url}/postgres`,
    AUTH_SECRET: "a secret of the benchmarks, 32+ characters",
  };
  const generator = startLoadGenerator();
  const running: Diapason[] = [];
  try {
    const team = await startTeam(PEOPLE, { settings });
    running.push(team);
    const sqlite = await startTeam(PEOPLE);
    running.push(sqlite);
    const others = Array.from({ length: PROCESSES - 1 }, () => startDiapason({ SHARING: "on", ...settings }, SERVER));
    running.push(...(await Promise.all(others)));
    const urls = running.filter((server) => server !== sqlite).map(({ url }) => url);
    const rows = await measureProcesses(generator, { team, urls, sqlite });
    return [{ title: `PostgreSQL with one and with ${PROCESSES} processes, ten connections`, rows }];
  } finally {
    generator.stop();
    await Promise.all(running.map(({ stop }) => stop()));
    await postgres.remove();
  }
}

interface Servers {
  readonly team: Team;
  /** The addresses of all processes on the team's database. */
  readonly urls: readonly string[];
  readonly sqlite: Team;
}

async function measureProcesses(generator: LoadGenerator, { team, urls, sqlite }: Servers): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, kind] of [
    ["the month, unchanged", "stored"],
    ["a month that is not stored", "anew"],
    ["session check", "session"],
    ["an answer, durable", "answer"],
  ] as const) {
    const trafficTo = (of: Team, wanted: readonly string[]) =>
      spread(of, wanted).map((part) => ownTraffic(part)[kind]());
    const results = await measureInRounds(ROUNDS, {
      sqlite: () => run(generator, trafficTo(sqlite, [sqlite.url])),
      one: () => run(generator, trafficTo(team, [team.url])),
      four: () => run(generator, trafficTo(team, urls)),
    });
    const [four, one, onSqlite] = [median(results.four), median(results.one), median(results.sqlite)];
    rows.push(
      { name: `${name}, ${PROCESSES} processes beside one`, value: four, unit: "/s", reference: one },
      { name: `${name}, one process beside SQLite's`, value: one, unit: "/s", reference: onSqlite },
    );
  }
  return rows;
}

/** Splits the members between the processes: one team for each address. */
function spread(team: Team, urls: readonly string[]): Team[] {
  return urls.map((url, number) => ({
    ...team,
    url,
    members: team.members.filter((_, index) => index % urls.length === number),
  }));
}

/** @returns the responses per second of all traffic together */
async function run(generator: LoadGenerator, traffic: readonly Traffic[]): Promise<number> {
  const results = await generator.run(traffic);
  return results.reduce((total, { perSecond }) => total + perSecond, 0);
}
