import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { register } from "#test/support/server/test-server.ts";
import { Refusal } from "../errors.ts";
import { limitCalls } from "./call-limit.ts";

const MINUTE_MS = 60_000;

interface Caller {
  readonly network?: string;
  readonly person?: string;
  readonly method?: string;
  readonly isForwarded?: boolean;
  readonly owner?: string;
}

let now: Date;

beforeEach(() => {
  now = new Date("2026-11-20T12:00:00Z");
});

/** A caller that returns 200, or 429 and the seconds until 200 is possible again. */
function callerOf(isPrivate: boolean) {
  interface Variables {
    clientNetwork: string;
    isForwarded: boolean;
    peerOwner: () => Promise<string>;
    countCall: (personId: string) => Promise<void>;
  }
  const app = new Hono<{ Bindings: Caller; Variables: Variables }>();
  app.use(async (context, next) => {
    context.set("clientNetwork", context.env.network ?? "192.0.2.1");
    context.set("isForwarded", context.env.isForwarded ?? false);
    context.set("peerOwner", () => Promise.resolve(context.env.owner ?? "same-user"));
    await next();
  });
  app.use(limitCalls({ isPrivate, clock: () => now }));
  app.all("*", async (context) => {
    await context.get("countCall")(context.env.person ?? "camille");
    return context.text("");
  });
  app.onError((error, context) => {
    if (!(error instanceof Refusal)) throw error;
    return context.text(`${error.code} ${error.retryAfter}`, 429);
  });
  return async (caller: Caller = {}) => {
    const answer = await app.request("/", { method: caller.method ?? "POST" }, caller);
    return answer.status === 200 ? "" : answer.text();
  };
}

async function many(call: (caller?: Caller) => Promise<string>, count: number, caller?: Caller): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => call(caller)));
  return [...new Set(answers)];
}

describe("writes", () => {
  test("of one person end after 600, until ten minutes after the first; everybody else goes on", async () => {
    const call = callerOf(false);
    await call();
    now = new Date(now.getTime() + MINUTE_MS);
    expect(await many(call, 599)).toEqual([""]);
    expect(await call()).toBe("request.too_many 540");
    expect(await call({ person: "noe" })).toBe("");
    expect(await call({ method: "GET" })).toBe("");
    now = new Date(now.getTime() + 9 * MINUTE_MS);
    expect(await many(call, 600)).toEqual([""]);
    expect(await call()).toBe("request.too_many 600");
  });

  test("are counted anew where the clock was set back, rather than refused until it is where it was", async () => {
    const call = callerOf(false);
    expect(await many(call, 600)).toEqual([""]);
    expect(await call()).toBe("request.too_many 600");
    now = new Date(now.getTime() - 24 * 60 * MINUTE_MS);
    expect(await call()).toBe("");
  });

  test("of one network end after 6000, whoever makes them", async () => {
    const call = callerOf(false);
    for (let person = 0; person < 60; person += 1) {
      expect(await many(call, 100, { person: `person-${person}` })).toEqual([""]);
    }
    expect(await call({ person: "person-60" })).toBe("request.too_many 600");
    expect(await call({ person: "person-60", network: "192.0.2.2" })).toBe("");
  });

  test("of the user who runs a server of this machine alone have no limit; what a proxy passes on has", async () => {
    const call = callerOf(true);
    expect(await many(call, 1000)).toEqual([""]);
    expect(await many(callerOf(true), 601, { isForwarded: true })).toEqual(["", "request.too_many 600"]);
  });

  test.each(["other-user", "unknown"])(
    "of somebody there who is proven to be that user by nothing (%s) have one",
    async (owner) => {
      expect(await many(callerOf(true), 601, { owner })).toEqual(["", "request.too_many 600"]);
    },
  );

  test("are counted apart from reads", async () => {
    const call = callerOf(false);
    expect(await many(call, 600)).toEqual([""]);
    for (const method of ["GET", "HEAD", "OPTIONS"]) expect(await many(call, 200, { method })).toEqual([""]);
    expect(await call()).toBe("request.too_many 600");
  });
});

describe("reads", () => {
  test("of one person end after 600 within a minute; everybody else goes on, and they may write", async () => {
    const call = callerOf(false);
    expect(await many(call, 600, { method: "GET" })).toEqual([""]);
    now = new Date(now.getTime() + 20_000);
    expect(await call({ method: "GET" })).toBe("request.too_many 40");
    expect(await call({ method: "GET", person: "noe" })).toBe("");
    expect(await call()).toBe("");
    now = new Date(now.getTime() + 40_000);
    expect(await call({ method: "GET" })).toBe("");
  });

  test("of one network end after 6000, which 60 people who open the page twice in a minute are far from", async () => {
    const call = callerOf(false);
    for (let person = 0; person < 60; person += 1) {
      expect(await many(call, 22, { method: "GET", person: `person-${person}` })).toEqual([""]);
    }
    for (let person = 0; person < 10; person += 1) {
      expect(await many(call, 468, { method: "GET", person: `reader-${person}` })).toEqual([""]);
    }
    expect(await call({ method: "GET", person: "reader-11" })).toBe("request.too_many 60");
    expect(await call({ method: "GET", person: "reader-11", network: "192.0.2.2" })).toBe("");
  });
});

test("one person's reads on the whole server: the 601st within a minute is told when to come back", async () => {
  const startedAt = new Date();
  const server = await serverForThisTest("sqlite", { clock: () => startedAt });
  const camille = await register(server, { email: "camille@example.org" });
  const noe = await register(server, { email: "noe@example.org" });
  const forwarded = { "x-forwarded-for": "192.0.2.1" };
  const statuses = new Set<number>();
  for (let count = 0; count < 600; count += 1) statuses.add((await camille.get("/api/users", forwarded)).status);
  expect([...statuses]).toEqual([200]);
  const answer = await camille.get("/api/users", forwarded);
  expect([answer.status, answer.headers["retry-after"]]).toEqual([429, "60"]);
  expect(answer.json()).toMatchObject({
    code: "request.too_many",
    detail: "Trop d'essais. Réessayez dans 60 secondes.",
  });
  expect((await noe.get("/api/users", forwarded)).status).toBe(200);
});

test("one person's writes on the whole server: the 601st is told when to come back, in French", async () => {
  const startedAt = new Date();
  const server = await serverForThisTest("sqlite", { clock: () => startedAt });
  const camille = await register(server, { email: "camille@example.org" });
  const noe = await register(server, { email: "noe@example.org" });
  const forwarded = { "x-forwarded-for": "192.0.2.1" };
  // Invalid calls are refused, but counted.
  for (let count = 0; count < 600; count += 1) {
    const answer = await camille.send("PATCH", "/api/users/me", { body: {}, headers: forwarded });
    expect(answer.status).toBe(422);
  }
  const answer = await camille.send("PATCH", "/api/users/me", { body: {}, headers: forwarded });
  expect([answer.status, answer.headers["retry-after"]]).toEqual([429, "600"]);
  expect(answer.json()).toMatchObject({
    code: "request.too_many",
    detail: "Trop d'essais. Réessayez dans 600 secondes.",
  });
  expect((await camille.get("/api/users", forwarded)).status).toBe(200);
  expect((await noe.send("PATCH", "/api/users/me", { body: {}, headers: forwarded })).status).toBe(422);
});
