import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { PEOPLE_MAX } from "#domain/people/people.ts";
import { SERVICES } from "#domain/people/services.ts";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { register, signInDefaultAdmin } from "#test/support/server/test-server.ts";

const ANONYMOUS = Object.entries<Operation>(OPERATIONS).filter(
  ([, { method, access }]) => method !== "GET" && access === "anyone",
);
const ANONYMOUS_BYTES = 16 * 1024;
const CHUNKED = { "transfer-encoding": "chunked" };

describe("a body of somebody who is not signed in", () => {
  const server = serverForAllTests("sqlite", { settings: { SHARING: "on" } });

  test.each(ANONYMOUS)("%s: is refused above 16 kB, announced or not, and read up to it", async (_, operation) => {
    const { method, path } = operation;
    const right = "{}".padEnd(ANONYMOUS_BYTES);
    expect((await server.client().send(method, path, { raw: right })).status).not.toBe(413);
    expectProblem(await server.client().send(method, path, { raw: `${right} ` }), 413, "request.too_large");
    const chunked = await server.client().send(method, path, { raw: `${right} `, headers: CHUNKED });
    expectProblem(chunked, 413, "request.too_large");
  });
});

describe("a body of somebody who is signed in", () => {
  const server = serverForAllTests("sqlite", { settings: { SHARING: "on" } });

  function people(count: number) {
    const person = { firstName: "Marie", lastName: "Petit", positions: SERVICES.filter((one) => one !== "Voix") };
    return Array.from({ length: count }, (_, index) => ({ ...person, email: `${index}@example.org` }));
  }

  test("may hold the longest list of people, and no more values than it needs", async () => {
    const admin = await signInDefaultAdmin(server);
    const added = await admin.post("/api/people", { groupId: "1", people: people(PEOPLE_MAX) });
    // Nobody holds all services: their compatibility was looked at, so nothing was refused before.
    expect([added.status, Object.values(added.json<{ errors: object }>().errors)[0]]).toEqual([
      422,
      "account.services_incompatible",
    ]);
    const many = await admin.post("/api/people", { groupId: "1", people: [], more: Array(20_000).fill(0) });
    expect([many.status, many.json()["errors"]]).toEqual([422, { body: "request.invalid" }]);
  });

  test.each(["[", '{"a":'])("is refused unparsed where it is deeper than 16: %s", async (open) => {
    const admin = await signInDefaultAdmin(server);
    const close = open === "[" ? "]" : "}";
    const deep = (depth: number) => `${open.repeat(depth)}0${close.repeat(depth)}`;
    const answers = [16, 17].map((depth) => admin.send("POST", "/api/groups", { raw: deep(depth) }));
    const errors = (await Promise.all(answers)).map((answer) => answer.json()["errors"]);
    expect(errors[1]).toEqual({ body: "request.invalid" });
    expect(errors[0]).toEqual(open === "[" ? { body: "request.invalid" } : { name: "field.required" });
    expect((await admin.send("POST", "/api/groups", { raw: open.repeat(17) })).json()["code"]).toBe("request.invalid");
    expect((await admin.send("POST", "/api/groups", { raw: open.repeat(16) })).json()["code"]).toBe(
      "request.malformed",
    );
  });
});

const TOO_LARGE = "x".repeat(1024 * 1024 + 1);
/** Longer than any clean-up of a connection takes. */
const BEAT_MS = 1000;

describe("a body that is refused", () => {
  const server = serverForAllTests("sqlite", { settings: { SHARING: "on" }, beatMs: BEAT_MS });

  async function answerOf(outgoing: ClientRequest): Promise<IncomingMessage> {
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    return incoming;
  }

  test("without being read leaves its connection to the calls that come after", async () => {
    const { cookies } = await register(server);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { origin: server.url, "content-type": "application/json" };
    for (const [size, status] of [
      [TOO_LARGE, 413],
      [TOO_LARGE.slice(0, 200_000), 401],
    ] as const) {
      const refused = request(`${server.url}/api/groups`, { method: "POST", headers, agent });
      refused.end(JSON.stringify(size));
      const answer = await answerOf(refused);
      expect(answer.statusCode).toBe(status);
      await once(answer.resume(), "end");
    }
    const stream = request(`${server.url}/api/changes`, { headers: { cookie }, agent });
    stream.end();
    const events = await answerOf(stream);
    expect(stream.reusedSocket).toBe(true);
    let heard = "";
    for await (const chunk of events) {
      heard += String(chunk);
      if (heard.includes("event: beat")) break;
    }
    expect(heard).toContain("event: beat");
    agent.destroy();
  });

  test("when it turned out too long ends its connection, and says so", async () => {
    const agent = new Agent({ keepAlive: true });
    const headers = { origin: server.url, "content-type": "application/json", "transfer-encoding": "chunked" };
    const refused = request(`${server.url}/api/auth/sign-up/email`, { method: "POST", headers, agent });
    refused.end(TOO_LARGE);
    const answer = await answerOf(refused);
    expect([answer.statusCode, answer.headers.connection]).toEqual([413, "close"]);
    agent.destroy();
  });

  test.each([
    ["announced", "content-length: 100\r\n\r\n{"],
    ["in chunks", "transfer-encoding: chunked\r\n\r\n5\r\n{"],
  ])("because its sender left in the middle of it, %s, is no failure of the server's", async (_, rest) => {
    const { host, port } = new URL(server.url);
    const head = [`POST /api/auth/sign-up/email HTTP/1.1`, `host: ${host}`, "content-type: application/json", ""];
    const logged = () => server.log.map((line) => JSON.parse(line) as { msg: string; status: number });
    const before = logged().length;
    const socket = connect(Number(port), "127.0.0.1");
    socket.end(`${head.join("\r\n")}${rest}`);
    await once(socket.resume(), "close");
    const asked = () =>
      logged()
        .slice(before)
        .filter(({ msg }) => ["request", "request failed"].includes(msg));
    await expect.poll(asked).toMatchObject([{ msg: "request", status: 400 }]);
  });
});
