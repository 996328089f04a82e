import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { CALENDAR_FEEDS, LINKED_PAGES } from "#contract/paths.ts";
import { createLinkTokens } from "#server/auth/links/link-tokens.ts";
import type { Engine } from "#server/database/database.ts";
import { createEvent } from "#test/support/server/test-planning.ts";
import { leavesOf, replaceAt, sampleOf } from "#test/support/server/test-samples.ts";
import { type Answer, ENGINES, settingsOf } from "#test/support/server/test-server.ts";
import { spacesForThisTest, type TestSpaces } from "#test/support/server/test-spaces.ts";
import { spaceSettings } from "./space-settings.ts";

const HERE = "fanfare";
const THERE = "chorale";
/** Fields whose value is a right. */
const TOKEN_FIELDS: ReadonlySet<string> = new Set(["token", "invitation"]);

async function secretOf({ environment, baseUrl, register }: TestSpaces, slug: string): Promise<string> {
  const space = await register.find(slug);
  const secret = (await readFile(join(environment["DATA_DIR"] ?? "", "secret"), "utf8")).trim();
  if (space === null) throw new Error(`${slug} is missing`);
  return spaceSettings({ settings: settingsOf(environment), baseUrl, secret }, space).authSecret ?? "";
}

function outcomeOf({ status, headers, text }: Answer): unknown {
  const isJson = String(headers["content-type"]).includes("json");
  return [status, isJson ? ((JSON.parse(text) as { code?: string } | null)?.code ?? null) : null];
}

/** Two spaces with the same person, and what opens doors in the first of them. */
async function twoSpaces({ engine }: { readonly engine: Engine }) {
  const spaces = await spacesForThisTest({ engine, settings: { REGISTRATION: "invite" } });
  const there = await spaces.createWithAdmin(THERE);
  const here = await spaces.createWithAdmin(HERE);
  for (const person of [there, here]) await person.send("PUT", "/api/groups/1/members/me");
  const [foreign, own] = [await createEvent(there), await createEvent(here)];
  const links = createLinkTokens(await secretOf(spaces, THERE));
  const team = (await there.get("/api/invitation")).json<{ link: string }>().link;
  const calendar = (await there.post("/api/users/me/calendar")).json<{ address: string }>().address;
  const purposes = ["answer", "unsubscribe"] as const;
  const tokens: readonly string[] = [
    await spaces.create("quatuor"),
    new URL(team).searchParams.get("invitation") ?? "",
    calendar.split("/").at(-1)?.replace(".ics", "") ?? "",
    // Also one that names a person and an event of the second space.
    ...purposes.flatMap((purpose) => [
      links.sign(purpose, [there.user.id, foreign.id]),
      links.sign(purpose, [here.user.id, own.id]),
    ]),
    ...there.cookies.values(),
  ];
  return { spaces, there, here, foreign, tokens };
}

test.each(ENGINES)("no session of a space is good in another one, for any call, on %s", async (engine) => {
  const { spaces, there, foreign } = await twoSpaces({ engine });
  const visitor = spaces.clientOf(HERE, there.cookies);
  const calls = Object.values<Operation>(OPERATIONS).filter(({ access }) => access !== "anyone");
  expect(calls.length).toBeGreaterThan(60);
  const answered: unknown[] = [];
  for (const { method, path, request } of calls) {
    const address = path.replaceAll(/\{\w+\}/g, path.includes("/groups/") ? "1" : foreign.id);
    const { status } = await visitor.send(method, address, request === undefined ? {} : { body: {} });
    if (status !== 401) answered.push([method, path, status]);
  }
  expect(answered).toEqual([]);
  expect((await visitor.get("/api/auth/get-session")).text).toBe("null");
});

test.each(ENGINES)("no token of a space does more in another one than none, for any call, on %s", async (engine) => {
  const { spaces, there, tokens } = await twoSpaces({ engine });
  expect(tokens.filter((token) => token.length < 16)).toEqual([]);
  const visitor = spaces.clientOf(HERE, there.cookies);
  const calls = Object.values<Operation>(OPERATIONS).filter(({ access }) => access === "anyone");
  let tried = 0;
  for (const { method, path, request, query } of calls) {
    for (const schema of [request, query]) {
      const sample = schema === undefined ? {} : sampleOf(schema, { password: "secret1" });
      for (const leaf of leavesOf(sample).filter((at) => TOKEN_FIELDS.has(at.at(-1) ?? ""))) {
        for (const token of tokens) {
          const send = (value: string) => {
            const filled = replaceAt(sample, leaf, value);
            const text = new URLSearchParams(filled as Record<string, string>).toString();
            return schema === query
              ? visitor.send(method, `${path}?${text}`)
              : visitor.send(method, path, { body: filled });
          };
          tried += 1;
          const outcome = outcomeOf(await send(token));
          expect([path, outcome]).toEqual([path, outcomeOf(await send("x".repeat(token.length)))]);
          expect(outcome).not.toEqual([200, null]);
        }
      }
    }
  }
  expect(tried).toBeGreaterThan(40);
  for (const token of tokens) {
    expect((await visitor.get(`${CALENDAR_FEEDS}${token}.ics`)).status).toBe(404);
    const page = await visitor.send("POST", `${LINKED_PAGES.unsubscribe}?token=${token}`);
    expect(page.status).toBeGreaterThanOrEqual(400);
  }
});

test.each(ENGINES)(
  "secrets and push keys of spaces differ, and follow from the installation's and the register's alone, on %s",
  async (engine) => {
    const settings = { AUTH_SECRET: "0123456789abcdefghijklmnopqrstuv" };
    const spaces = await spacesForThisTest({ engine, settings });
    const admins = [await spaces.createWithAdmin(THERE), await spaces.createWithAdmin(HERE)];
    const keys = await Promise.all(
      admins.map(async (admin) => (await admin.get("/api/notifications")).json<{ pushKey: string }>().pushKey),
    );
    expect(new Set(keys).size).toBe(2);
    await spaces.stop();
    const again = await spaces.restart();
    for (const [index, slug] of [THERE, HERE].entries()) {
      expect((await again.clientOf(slug, admins[index]?.cookies).get("/api/users")).status).toBe(200);
    }
  },
);
