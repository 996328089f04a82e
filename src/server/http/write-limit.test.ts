import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "../errors.ts";
import { register, newEnvironment, removeData, startTestServer } from "../test-server.ts";
import { limitWrites } from "./write-limit.ts";

const MINUTE_MS = 60_000;

interface Caller {
  readonly network?: string;
  readonly person?: string;
  readonly method?: string;
  readonly isForwarded?: boolean;
}

describe("writes", () => {
  let now: Date;

  beforeEach(() => {
    now = new Date("2026-11-20T12:00:00Z");
  });

  /** Answers 200, or 429 and in how many seconds it would be 200 again. */
  function callerOf(isPrivate: boolean) {
    interface Variables {
      clientNetwork: string;
      isForwarded: boolean;
      countWrite: (personId: string) => void;
    }
    const app = new Hono<{ Bindings: Caller; Variables: Variables }>();
    app.use(async (context, next) => {
      context.set("clientNetwork", context.env.network ?? "192.0.2.1");
      context.set("isForwarded", context.env.isForwarded ?? false);
      await next();
    });
    app.use(limitWrites({ isPrivate, clock: () => now }));
    app.all("*", (context) => {
      context.get("countWrite")(context.env.person ?? "camille");
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

  test("are not counted where nobody but this machine reaches the server, save through a proxy", async () => {
    const call = callerOf(true);
    expect(await many(call, 1000)).toEqual([""]);
    expect(await many(call, 601, { isForwarded: true })).toEqual(["", "request.too_many 600"]);
  });

  test("that only look at something are never counted", async () => {
    const call = callerOf(false);
    for (const method of ["GET", "HEAD", "OPTIONS"]) expect(await many(call, 700, { method })).toEqual([""]);
  });
});

test("one person's writes on the whole server: the 601st is told when to come back, in French", async () => {
  const environment = await newEnvironment("sqlite");
  const now = new Date();
  const server = await startTestServer(environment, { clock: () => now });
  const camille = await register(server, { email: "camille@example.org" });
  const noe = await register(server, { email: "noe@example.org" });
  const forwarded = { "x-forwarded-for": "192.0.2.1" };
  // Refused for what they hold, and counted all the same.
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
  await server.stop();
  await removeData(environment);
});
