import { API } from "#contract/paths.ts";
import { median } from "../percentile.ts";
import type { Row, Table } from "../table.ts";
import { startTeam, type Team } from "../team/start-team.ts";
import { takeTurns } from "../turns.ts";
import { fillBareServer, startBareServer } from "./bare-server.ts";
import { type LoadGenerator, startLoadGenerator } from "./load.ts";
import type { Result, Traffic } from "./load-generator.ts";
import { answersInTurn, requestOf, windowsAroundMonth } from "./requests.ts";
import { measureStart } from "./start.ts";

const ROUNDS = 5;
const PEOPLE = 12;
const CONNECTIONS = 10;
/** Of other people than those who read. */
const WRITERS = 2;
const WRITES_PER_SECOND = 50;

type Case = "stored" | "known" | "anew" | "session" | "answer";
/** The same calls of both servers, and one of ours without compression. */
type Measured = Case | `bare ${Case}` | "plain";

/** What the server answers beside a bare one in turns, how soon it starts, and how much memory it needs. */
export async function measureServer(): Promise<Table[]> {
  const answers = { title: "Ten connections of ten people, medians of 5 rounds", rows: await measureAnswers() };
  // Only now: servers that run share a part of their memory, which then counts less.
  return [answers, { title: "Start and memory, medians of 5 rounds", rows: await measureStart() }];
}

async function measureAnswers(): Promise<Row[]> {
  const [team, bare] = [await startTeam(PEOPLE), await startBareServer()];
  const generator = startLoadGenerator();
  try {
    await fillBareServer(bare, { month: await bodyOf(team, team.monthPath), session: await bodyOf(team, API.session) });
    const traffic = { ...ownTraffic(team), ...bareTraffic(bare.url, team) };
    const names = Object.keys(traffic) as Measured[];
    const measurements = Object.fromEntries(
      names.map((name) => [name, async () => runFirst(generator, await traffic[name]())]),
    );
    const results = await takeTurns(ROUNDS, measurements as Record<Measured, () => Promise<Result>>);
    const stored = await traffic.stored();
    const busy = await takeTurns(ROUNDS, {
      alone: () => runFirst(generator, stored),
      beside: () => runFirst(generator, stored, writers(team)),
    });
    const afterWrites = await takeTurns(ROUNDS, {
      own: () => runFirst(generator, inPairs(team, team.url, team.monthPath, API.ownAvailability)),
      bare: () => runFirst(generator, inPairs(team, bare.url, team.monthPath.replace(API.events, "/month"), "/{id}")),
    });
    return [...answerRows(results), afterWriteRow(afterWrites), ...busyRows(busy)];
  } finally {
    generator.stop();
    await Promise.all([team.stop(), bare.stop()]);
  }
}

/** @returns the result of the first traffic */
async function runFirst(generator: LoadGenerator, ...traffic: readonly Traffic[]): Promise<Result> {
  const [result] = await generator.run(traffic);
  if (result === undefined) throw new Error("no result");
  return result;
}

function read({ url, members: [member] }: Team, path: string): Promise<Response> {
  return fetch(`${url}${path}`, { headers: { cookie: member?.cookie ?? "" } });
}

async function bodyOf(team: Team, path: string): Promise<string> {
  return (await read(team, path)).text();
}

/** The same kind of request on each connection, with the cookie of another member. */
function trafficOf(
  { url, members }: Pick<Team, "url" | "members">,
  status: number,
  requestsOf: (cookie: string, connection: number) => readonly string[],
): Traffic {
  const requests = members.slice(0, CONNECTIONS).map(({ cookie }, connection) => requestsOf(cookie, connection));
  return { ports: [Number(new URL(url).port)], requests, status };
}

/** A share of the windows for each connection. */
function windowsOf(connection: number): string[] {
  return windowsAroundMonth().filter((_, index) => index % CONNECTIONS === connection);
}

type TrafficOf<Name extends string> = Record<Name, () => Traffic | Promise<Traffic>>;

function ownTraffic(team: Team): TrafficOf<Case | "plain"> {
  const { url, monthPath } = team;
  const get = (cookie: string, path: string, headers: readonly string[] = []) =>
    requestOf(url, "GET", path, { cookie, headers });
  return {
    stored: () => trafficOf(team, 200, (cookie) => [get(cookie, monthPath)]),
    // Answers of the round before have changed the month, and so its tag.
    async known() {
      const { headers } = await read(team, monthPath);
      return trafficOf(team, 304, (cookie) => [get(cookie, monthPath, [`if-none-match: ${headers.get("etag")}`])]);
    },
    anew: () => trafficOf(team, 200, (cookie, connection) => windowsOf(connection).map((path) => get(cookie, path))),
    plain: () =>
      trafficOf(team, 200, (cookie, connection) =>
        windowsOf(connection).map((path) =>
          get(cookie, path).replace(/^accept-encoding: .*$/m, "accept-encoding: identity"),
        ),
      ),
    session: () => trafficOf(team, 200, (cookie) => [get(cookie, API.session)]),
    answer: () => writing(team),
  };
}

function bareTraffic(url: string, team: Team): TrafficOf<`bare ${Case}`> {
  const { members } = team;
  const bare = { url, members };
  const get = (cookie: string, path: string, headers: readonly string[] = []) =>
    requestOf(url, "GET", path, { cookie, headers });
  return {
    "bare stored": () => trafficOf(bare, 200, (cookie) => [get(cookie, "/stored")]),
    "bare known": () =>
      trafficOf(bare, 304, (cookie) => [get(cookie, "/stored", ['if-none-match: W/"0123456789012345678901"'])]),
    "bare anew": () =>
      trafficOf(bare, 200, (cookie, connection) =>
        windowsOf(connection).map((path) => get(cookie, path.replace(API.events, "/month"))),
      ),
    "bare session": () => trafficOf(bare, 200, (cookie) => [get(cookie, "/session")]),
    "bare answer": () => trafficOf(bare, 200, (cookie) => answerRequests(team, url, "/{id}", cookie)),
  };
}

function answerRequests(team: Pick<Team, "events">, url: string, path: string, cookie: string): string[] {
  return answersInTurn(team).map(({ eventId, status }) =>
    requestOf(url, "PUT", path.replace("{id}", eventId), { cookie, body: { status } }),
  );
}

/** Of one connection: an answer, then the month, and so on. */
function inPairs({ members, events }: Team, url: string, monthPath: string, answerPath: string): Traffic {
  const [{ cookie } = { cookie: "" }] = members;
  const month = requestOf(url, "GET", monthPath, { cookie });
  const requests = answerRequests({ events }, url, answerPath, cookie).flatMap((answer) => [answer, month]);
  return { ports: [Number(new URL(url).port)], requests: [requests], status: 200, turn: 2 };
}

function writing(team: Team): Traffic {
  return trafficOf(team, 200, (cookie) => answerRequests(team, team.url, API.ownAvailability, cookie));
}

/** Answers of two further people, fifty in a second. */
function writers(team: Team): Traffic {
  const others = { ...team, members: team.members.slice(-WRITERS) };
  return { ...writing(others), perSecond: WRITES_PER_SECOND };
}

function answerRows(results: Readonly<Record<Measured, readonly Result[]>>): Row[] {
  const perSecond = (name: Measured) => medianOf(results[name], "perSecond");
  const p99 = (name: Measured) => medianOf(results[name], "p99").toFixed(1);
  const row = (title: string, name: Measured, reference: Measured, reach?: number, aim?: number): Row => ({
    name: title,
    value: perSecond(name),
    unit: "/s",
    reference: perSecond(reference),
    ...(reach !== undefined && aim !== undefined && { goal: { of: "ratio", reach, aim, isLeast: true } as const }),
    detail: `p99 ${p99(name)} ms, reference ${p99(reference)} ms`,
  });
  return [
    row("the month, unchanged", "stored", "bare stored", 0.12, 0.2),
    row("the month, not modified (304)", "known", "bare known", 0.12, 0.2),
    row("a month that is not stored, as after a write", "anew", "bare anew", 0.8, 1),
    row("the same, not compressed", "plain", "bare anew"),
    row("session check", "session", "bare session", 0.12, 0.2),
    row("an answer, durable, another each time", "answer", "bare answer", 0.1, 0.2),
  ];
}

function medianOf(results: readonly Result[], figure: "perSecond" | "p50" | "p99"): number {
  return median(results.map((result) => result[figure]));
}

function afterWriteRow({ own, bare }: Readonly<Record<"own" | "bare", readonly Result[]>>): Row {
  return {
    name: "a month right after a write, on one connection, p50",
    value: median(own.map(({ p50s: [, month = Number.NaN] }) => month)),
    unit: "ms",
    reference: median(bare.map(({ p50s: [, month = Number.NaN] }) => month)),
  };
}

function busyRows({ alone, beside }: Readonly<Record<"alone" | "beside", readonly Result[]>>): Row[] {
  return [
    {
      name: `reads while ${WRITES_PER_SECOND} answers/s are written, beside reads alone, p99`,
      value: medianOf(beside, "p99"),
      unit: "ms",
      reference: medianOf(alone, "p99"),
      goal: { of: "ratio", reach: 2, aim: 1.5 },
    },
    { name: "the same, p50", value: medianOf(beside, "p50"), unit: "ms", reference: medianOf(alone, "p50") },
  ];
}
