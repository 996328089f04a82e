import { API } from "#contract/paths.ts";
import type { Team } from "../team/start-team.ts";
import type { Traffic } from "./load-generator.ts";
import { answersInTurn, requestOf, windowsAroundMonth } from "./requests.ts";

const CONNECTIONS = 10;
/** These people do not read. */
const WRITERS = 2;

/**
 * The calls of both servers. `stored`: a month that the server has cached; `known`: the same, not modified (304); `anew`:
 * days that are not cached; `session`: a session check; `answer`: writes an answer.
 */
export type Case = "stored" | "known" | "anew" | "session" | "answer";

/** Calls as the first member. */
export function read({ url, members: [member] }: Team, path: string): Promise<Response> {
  return fetch(`${url}${path}`, { headers: { cookie: member?.cookie ?? "" } });
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

export function ownTraffic(team: Team) {
  const { url, monthPath } = team;
  const get = (cookie: string, path: string, headers: readonly string[] = []) =>
    requestOf(url, "GET", path, { cookie, headers });
  return {
    stored: () => trafficOf(team, 200, (cookie) => [get(cookie, monthPath)]),
    // Answers of the previous round changed the month, and so its ETag.
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
  } satisfies TrafficOf<Case | "plain">;
}

export function bareTraffic(url: string, team: Team) {
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
  } satisfies TrafficOf<`bare ${Case}`>;
}

function answerRequests(team: Pick<Team, "events">, url: string, path: string, cookie: string): string[] {
  return answersInTurn(team).map(({ eventId, status }) =>
    requestOf(url, "PUT", path.replace("{id}", eventId), { cookie, body: { status } }),
  );
}

/** One connection that alternates between writing an answer and reading the month. */
export function inPairs({ members, events }: Team, url: string, monthPath: string, answerPath: string): Traffic {
  const [{ cookie } = { cookie: "" }] = members;
  const month = requestOf(url, "GET", monthPath, { cookie });
  const requests = answerRequests({ events }, url, answerPath, cookie).flatMap((answer) => [answer, month]);
  return { ports: [Number(new URL(url).port)], requests: [requests], status: 200, kinds: 2 };
}

function writing(team: Team): Traffic {
  return trafficOf(team, 200, (cookie) => answerRequests(team, team.url, API.ownAvailability, cookie));
}

/** Answers of the last members, at a fixed rate. */
export function writers(team: Team, perSecond: number): Traffic {
  const others = { ...team, members: team.members.slice(-WRITERS) };
  return { ...writing(others), perSecond };
}
