import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isStorable } from "#contract/limits.ts";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { CALENDAR_FEEDS, HEADERS, LINKED_PAGES } from "#contract/paths.ts";
import { VISIT_COOKIE } from "#contract/visit/visit-cookie.ts";
import { ROLE_PAIRS } from "#domain/line-up/critical-roles.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { createEvent, type Person } from "#test/support/server/test-planning.ts";
import { type KnownValues, leavesOf, replaceAt, sampleOf } from "#test/support/server/test-samples.ts";
import { type Answer, ENGINES, type TestClient } from "#test/support/server/test-server.ts";
import { buildTestPage, removeTestPage } from "#test/support/server/test-visit.ts";

const ERROR_LEVEL = 50;
const CALLS = Object.entries<Operation>(OPERATIONS).filter(([, { stream }]) => stream === undefined);
/** Nothing but a hash of it is stored. */
const SECRET = /password/i;

/** Texts with a character that no database can store, or that no line may hold, in their middle. */
function hostileTexts(perKind: number): string[] {
  const kinds = [
    fc.constant("\0"),
    fc.constantFrom("\ud800", "\udbff", "\udc00", "\udfff"),
    fc.integer({ min: 1, max: 0x1f }).map((code) => String.fromCharCode(code)),
    fc.integer({ min: 0x7f, max: 0x9f }).map((code) => String.fromCharCode(code)),
    fc.constantFrom("\u2028", "\ufffe", "\ufeff", "\u202e"),
  ];
  const around = fc.string({ maxLength: 3 });
  return kinds.flatMap((kind) =>
    fc
      .sample(fc.tuple(around, kind, around), { seed: 61, numRuns: perKind })
      .map(([before, character, after]) => before + character + after),
  );
}

/** As it can stand in an address, also half of a pair. */
function percentOf(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}

/** A byte of a header each. Nothing below a space leaves a client. */
const HEADER_TEXTS = ["\u0080\u009f\u00ff", "%00\\u0000", "a\tb"] as const;

const webRoot = await buildTestPage();
afterAll(() => removeTestPage(webRoot));

describe.each(ENGINES)("a text that no database can store, or no line may hold: %s", (engine) => {
  const planning = planningForAllTests(engine, { webRoot });
  let admin: Person;
  let known: KnownValues;
  let rows: Readonly<Record<string, string>>;

  beforeAll(async () => {
    ({ admin } = planning);
    const { id } = await createEvent(admin);
    const { user } = await planning.newcomer();
    known = {
      groupId: "1",
      group: "1",
      userId: user.id,
      userIds: user.id,
      user: user.id,
      pairs: [ROLE_PAIRS[0]],
      endTime: "21:30",
    };
    rows = { events: id, groups: "1", users: user.id };
  });

  /** The path of a call, with the rows of this planning but for what would delete them. */
  function pathOf({ method, path }: Operation, parameter?: string): string {
    const [, , noun = ""] = path.split("/");
    const own = method === "DELETE" ? "nothing" : (rows[noun] ?? "nothing");
    return path.replaceAll(/\{\w+\}/g, parameter ?? own);
  }

  function callerOf({ access }: Operation): TestClient {
    return access === "anyone" ? planning.server.client() : admin;
  }

  let seen = 0;

  /** Nothing broke inside, whatever the answer is. */
  function expectSound({ status, text }: Pick<Answer, "status" | "text">, what: string): void {
    const { log } = planning.server;
    const lines = log.slice(seen);
    seen = log.length;
    expect(status, `${what}: ${text}`).toBeLessThan(500);
    const failed = lines.filter((line) => (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL);
    expect(failed, what).toEqual([]);
  }

  async function forgetTries(): Promise<void> {
    await planning.server.database.kysely.deleteFrom("rate_limit").execute();
  }

  test.each(CALLS.filter(([, { request }]) => request !== undefined))(
    "%s takes none in any field of its body",
    async (_, operation) => {
      const body = sampleOf(operation.request as NonNullable<Operation["request"]>, known);
      // A planning is read in a thread of its own each time.
      const texts = operation.bodyLimit === undefined ? hostileTexts(2) : ["a\0\ud800"];
      for (const path of leavesOf(body)) {
        for (const text of texts) {
          const sent = { body: replaceAt(body, path, text) };
          const answer = await callerOf(operation).send(operation.method, pathOf(operation), sent);
          const what = `${JSON.stringify(text)} at ${path.join(".")}`;
          expectSound(answer, what);
          const isTaken = answer.status < 400 && !isStorable(text) && !SECRET.test(path.at(-1) ?? "");
          expect(isTaken, `${what} was taken`).toBe(false);
        }
        await forgetTries();
      }
    },
  );

  test.each(CALLS.filter(([, { query }]) => query !== undefined))(
    "%s takes none in its query",
    async (_, operation) => {
      const query = sampleOf(operation.query as NonNullable<Operation["query"]>, known);
      for (const path of leavesOf(query)) {
        for (const text of hostileTexts(2)) {
          const name = path.join(".");
          const others = Object.entries(query as object).filter(([field]) => field !== name);
          const search = new URLSearchParams(Object.fromEntries(others) as Record<string, string>);
          const address = `${pathOf(operation)}?${search.toString()}&${name}=${percentOf(text)}`;
          expectSound(await callerOf(operation).send(operation.method, address), address);
        }
      }
    },
  );

  test.each(CALLS.filter(([, { path }]) => path.includes("{")))("%s takes none in its path", async (_, operation) => {
    const body = operation.request === undefined ? {} : { body: sampleOf(operation.request, known) };
    for (const text of hostileTexts(2).filter((one) => !one.includes("/"))) {
      const address = pathOf(operation, percentOf(text));
      const answer = await callerOf(operation).send(operation.method, address, body);
      expectSound(answer, address);
      if (!isStorable(text)) expect(answer.status, address).toBeGreaterThanOrEqual(400);
    }
  });

  test.each(CALLS.filter(([, { bodyLimit }]) => bodyLimit === undefined))(
    "%s takes none in a header",
    async (_, operation) => {
      const body = operation.request === undefined ? {} : { body: sampleOf(operation.request, known) };
      const names = [...Object.keys(operation.headers ?? {}), HEADERS.person, "user-agent", "x-forwarded-for"];
      for (const name of names) {
        for (const text of HEADER_TEXTS) {
          const sent = { ...body, headers: { [name]: text } };
          expectSound(await callerOf(operation).send(operation.method, pathOf(operation), sent), `${name}: ${text}`);
        }
        await forgetTries();
      }
    },
  );

  test("the change stream takes none in its query, nor keeps one for the next visit", async () => {
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    for (const text of hostileTexts(2)) {
      const address = `${OPERATIONS.followChanges.path}?group=1&zone=${percentOf(text)}&layout=${percentOf(text)}`;
      const leaving = new AbortController();
      const { status, headers } = await fetch(planning.server.url + address, {
        headers: { cookie },
        signal: leaving.signal,
      });
      leaving.abort();
      expectSound({ status, text: "" }, address);
      expect(headers.get("set-cookie") ?? "", address).not.toMatch(/%00|u0000|ud[89a-f]/i);
    }
  });

  test("no page and no cookie takes one", async () => {
    const cookies = hostileTexts(2).flatMap((text) => [
      JSON.stringify([admin.user.id, text, "Europe/Paris", "x"]),
      JSON.stringify([admin.user.id, "1", text, "x"]),
      JSON.stringify([text, "1", "Europe/Paris", text]),
    ]);
    for (const value of cookies) {
      const browser = planning.server.client([...admin.cookies, [VISIT_COOKIE, encodeURIComponent(value)]]);
      expectSound(await browser.get(LINKED_PAGES.home), value);
    }
    for (const text of hostileTexts(2).map(percentOf)) {
      for (const address of [`/?mois=${text}`, `${LINKED_PAGES.events}${text}`, `${CALENDAR_FEEDS}${text}.ics`]) {
        expectSound(await admin.get(address), address);
      }
      const token = { headers: { cookie: `diapason.session_token=${text}` } };
      expectSound(await planning.server.client().send("GET", LINKED_PAGES.home, token), text);
      expectSound(await admin.get(`${LINKED_PAGES.unsubscribe}?t=${text}`), text);
    }
  });
});
