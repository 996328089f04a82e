import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTeamServer, type TeamServer } from "../team/team-server.ts";
import { CALLERS, EMAILS } from "../team/team.ts";
import { checkAnswer } from "./check-answer.ts";
import type { ReceivedAnswer } from "./exchange.ts";
import { generateRequest, type GeneratedRequest } from "./generate-request.ts";
import { newTally, sendRequests } from "./send-requests.ts";

const SEED = 20_261_121;
const COUNT = 250;

let server: TeamServer;

beforeAll(async () => {
  server = await startTeamServer("sqlite");
});
afterAll(async () => {
  await server.stop();
});

test("two hundred and fifty generated requests are each answered as the document says, and reach what they are about", async () => {
  const { url, calls } = server;
  const tally = newTally();
  await sendRequests({ url, calls, seed: SEED, tally }, 0, COUNT);
  expect(tally.faults).toEqual([]);
  expect(server.failures()).toEqual([]);
  const reached = [...tally.answers].filter(([name]) => /^2\d\d$|422|not_found/.test(name));
  expect(reached.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(COUNT / 2);
  expect(tally.answers.get("429 request.too_many")).toBeUndefined();
});

test("the same seed makes the same requests, another others", () => {
  const make = (seed: number) => Array.from({ length: 50 }, (_, number) => generateRequest(server.calls, seed, number));
  expect(make(1)).toEqual(make(1));
  expect(make(1)).not.toEqual(make(2));
});

describe("of an answer to a member who asks for all users", () => {
  const [member] = CALLERS.member;
  const request: GeneratedRequest = {
    role: "member",
    email: member?.email ?? "",
    method: "GET",
    path: "/api/users",
    headers: {},
    body: null,
  };
  const headers = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "content-security-policy": "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-request-id": "00000000-0000",
  };

  function faultsOf(answer: Partial<ReceivedAnswer>): readonly string[] {
    return checkAnswer(server.calls, request, { status: 200, headers, text: "[]", ...answer }).faults;
  }

  function problem(code: string, status: number): Partial<ReceivedAnswer> {
    const body = { type: `urn:diapason:problem:${code}`, title: "x", status, code, detail: "x" };
    const type = { "content-type": "application/problem+json; charset=utf-8" };
    return { status, headers: { ...headers, ...type }, text: JSON.stringify(body) };
  }

  test("nothing is said that is as it must be", () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf(problem("session.required", 401))).toEqual([]);
  });

  test.each<[string, Partial<ReceivedAnswer>, string]>([
    ["a failure", problem("server.failure", 500), "answered with 500"],
    ["a code that nobody knows", problem("user.strange", 404), "unknown code user.strange"],
    ["a code with another's status", problem("session.required", 403), "session.required comes with 403"],
    ["a row that is not as documented", { text: '[{"id":1}]' }, "not as documented: "],
    ["somebody else's address", { text: JSON.stringify([EMAILS[5]]) }, `holds the address ${EMAILS[5]}`],
    ["a token", { text: '["soak-token-1"]' }, "holds soak-token-"],
    ["no policy", { headers: { ...headers, "content-security-policy": undefined } }, "no content security policy"],
    ["an answer that is kept", { headers: { ...headers, "cache-control": "public" } }, "the answer may be stored"],
  ])("%s is said", (_, answer, fault) => {
    expect(faultsOf(answer)).toContainEqual(expect.stringContaining(fault));
  });
});
