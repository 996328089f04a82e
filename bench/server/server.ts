import { tmpdir } from "node:os";
import { API } from "#contract/paths.ts";
import { memoryFolder } from "#test/support/process/memory-folder.ts";
import type { Diapason } from "#test/support/process/start-diapason.ts";
import type { Row, Table } from "../table.ts";
import { startTeam, type Team } from "../team/start-team.ts";
import { measureInRounds } from "../measure-in-rounds.ts";
import { afterWriteRow, answerRows, busyRows, type Measured, onDiskRow } from "./answer-rows.ts";
import { fillBareServer, startBareServer } from "./bare-server.ts";
import type { Result, Traffic } from "./load-generator.ts";
import { type LoadGenerator, startLoadGenerator } from "./load.ts";
import { measureStart } from "./start.ts";
import { bareTraffic, inPairs, ownTraffic, read, writers } from "./traffic.ts";

const ROUNDS = 5;
const PEOPLE = 12;
const WRITES_PER_SECOND = 50;

/** Responses per second, start time and memory of the server, compared with a bare server. */
export async function measureServer(): Promise<Table[]> {
  const generator = startLoadGenerator();
  try {
    // In memory, because a disk that others use as well makes both servers equally slow.
    const rows = await withBothServers(memoryFolder(), (team, bare) => measureAnswers(generator, team, bare));
    rows.push(await withBothServers(tmpdir(), (team, bare) => measureOnDisk(generator, team, bare)));
    const start = await measureStart();
    return [
      { title: "Ten connections of ten people, medians of 5 rounds", rows },
      { title: "Start and memory, medians of 5 rounds", rows: start },
    ];
  } finally {
    generator.stop();
  }
}

/** @param parentFolder where their data folders are created */
async function withBothServers<T>(parentFolder: string, work: (team: Team, bare: Diapason) => Promise<T>): Promise<T> {
  const [team, bare] = [await startTeam(PEOPLE, { parentFolder }), await startBareServer(parentFolder)];
  try {
    const [month, session] = await Promise.all([read(team, team.monthPath), read(team, API.session)]);
    await fillBareServer(bare, { month: await month.text(), session: await session.text() });
    return await work(team, bare);
  } finally {
    await Promise.all([team.stop(), bare.stop()]);
  }
}

async function measureAnswers(generator: LoadGenerator, team: Team, bare: Diapason): Promise<Row[]> {
  const traffic = { ...ownTraffic(team), ...bareTraffic(bare.url, team) };
  const names = Object.keys(traffic) as Measured[];
  const measurements = Object.fromEntries(
    names.map((name) => [name, async () => runFirst(generator, await traffic[name]())]),
  );
  const results = await measureInRounds(ROUNDS, measurements as Record<Measured, () => Promise<Result>>);
  const stored = traffic.stored();
  const busy = await measureInRounds(ROUNDS, {
    alone: () => runFirst(generator, stored),
    beside: () => runFirst(generator, stored, writers(team, WRITES_PER_SECOND)),
  });
  const afterWrites = await measureInRounds(ROUNDS, {
    own: () => runFirst(generator, inPairs(team, team.url, team.monthPath, API.ownAvailability)),
    bare: () => runFirst(generator, inPairs(team, bare.url, team.monthPath.replace(API.events, "/month"), "/{id}")),
  });
  return [...answerRows(results), afterWriteRow(afterWrites), ...busyRows(busy)];
}

async function measureOnDisk(generator: LoadGenerator, team: Team, bare: Diapason): Promise<Row> {
  const results = await measureInRounds(ROUNDS, {
    own: () => runFirst(generator, ownTraffic(team).answer()),
    bare: () => runFirst(generator, bareTraffic(bare.url, team)["bare answer"]()),
  });
  return onDiskRow(results);
}

/** @returns the result of the first traffic */
async function runFirst(generator: LoadGenerator, ...traffic: readonly Traffic[]): Promise<Result> {
  const [result] = await generator.run(traffic);
  if (result === undefined) throw new Error("no result");
  return result;
}
