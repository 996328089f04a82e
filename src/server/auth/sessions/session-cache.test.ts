import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Session } from "#contract/sign-in/sessions.ts";
import {
  ENGINES,
  MARIE,
  newEnvironment,
  removeData,
  settingsOf,
  startTestServer,
  type TestClient,
  type TestServer,
} from "#test/support/server/test-server.ts";
import type { Database } from "../../database/database.ts";
import { openDatabase } from "../../database/open-database.ts";
import { readBoolean } from "../../database/schema.ts";
import { grantAdmin } from "../invitations/admin-invitations.ts";
import { storeResetToken } from "../resets/password-reset.ts";

const SIGN_IN = "/api/auth/sign-in/email";
const SESSION = "/api/auth/get-session";
const COOKIE = "diapason.session_token";
const PEOPLE = 3;
const HOUR_MS = 60 * 60 * 1000;
/** The same on every run, so that a failure can be looked at. */
const SEED = 14_030_622;

const ACTS = [
  "signs in",
  "signs in for long",
  "signs in on one device too many",
  "signs out",
  "ends the other sessions",
  "changes the password",
  "resets the password",
  "changes the name",
  "promotes",
  "demotes",
  "deletes",
  "deletes the own account",
  "is promoted by a command",
  "is demoted at an SQL prompt",
  "is signed out at an SQL prompt",
  "waits",
] as const;

/** `who` acts in the browser number `browser`, on whom `whom` says, by the process number `by`. */
const step = fc.record({
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("signs in" as const, "signs in for long" as const) },
    { weight: 8, arbitrary: fc.constantFrom(...ACTS) },
  ),
  who: fc.nat(PEOPLE - 1),
  browser: fc.nat(20),
  whom: fc.nat(PEOPLE - 1),
  by: fc.nat(1),
  hours: fc.constantFrom(1, 25, 24 * 31),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Person {
  readonly id: string;
  readonly email: string;
  password: string;
}

interface Browser {
  readonly person: Person;
  /** The same cookies at each process. */
  readonly at: readonly TestClient[];
}

function copyCookies(from: TestClient, to: TestClient): void {
  to.cookies.clear();
  for (const [name, value] of from.cookies) to.cookies.set(name, value);
}

describe.each(ENGINES)("who is signed in, as remembered on %s", (engine) => {
  let environment: Record<string, string>;
  let servers: TestServer[];
  /** Another process's connection: that of a command, or of somebody with an SQL prompt. */
  let command: Database;
  let now = new Date("2026-11-22T11:00:00.000Z");
  let cases = 0;

  beforeAll(async () => {
    environment = await newEnvironment(engine);
    const start = () => startTestServer(environment, { clock: () => now });
    servers = engine === "postgres" ? [await start(), await start()] : [await start()];
    command = await openDatabase(settingsOf(environment));
  });
  afterAll(async () => {
    await command.close();
    await Promise.all(servers.map((server) => server.stop()));
    await removeData(environment);
  });

  /** One browser, which every process of the team may answer. */
  function newBrowser(person: Person): Browser {
    const [first, ...others] = servers.map((server) => server.client());
    if (first === undefined) throw new Error("no server");
    const share = (client: TestClient): TestClient => {
      const send: TestClient["send"] = async (...sent) => {
        copyCookies(first, client);
        const answer = await client.send(...sent);
        copyCookies(client, first);
        return answer;
      };
      return {
        cookies: first.cookies,
        send,
        get: (path, headers = {}) => send("GET", path, { headers }),
        post: (path, body = {}, headers = {}) => send("POST", path, { body, headers }),
      };
    };
    return { person, at: [first, ...others.map(share)] };
  }

  const clientOf = ({ at }: Browser, by: number): TestClient => at[by % at.length] as TestClient;

  async function registerPeople(): Promise<Browser[]> {
    cases += 1;
    // Nobody is kept from trying by what an earlier case tried.
    now = new Date(now.getTime() + 400 * 24 * HOUR_MS);
    const browsers: Browser[] = [];
    for (let index = 0; index < PEOPLE; index += 1) {
      const email = `person-${cases}-${index}@example.org`;
      const browser = newBrowser({ id: "", email, password: MARIE.password });
      const answer = await clientOf(browser, 0).post("/api/auth/sign-up/email", { ...MARIE, email });
      browsers.push({ ...browser, person: { ...browser.person, id: answer.json<Session>().user.id } });
    }
    await grantAdmin(command, `person-${cases}-0@example.org`, now);
    return browsers;
  }

  async function signIn(browsers: Browser[], person: Person, { by, act }: Step): Promise<void> {
    const browser = newBrowser(person);
    const credentials = { email: person.email, password: person.password, rememberMe: act === "signs in for long" };
    await clientOf(browser, by).post(SIGN_IN, credentials);
    browsers.push(browser);
  }

  async function fillDevices(person: Person): Promise<void> {
    const inAnHour = new Date(now.getTime() + HOUR_MS);
    const rows = Array.from({ length: 29 }, (_, index) => ({
      id: `${person.id}-${now.getTime()}-${index}`,
      user_id: person.id,
      token: `${person.id}-${now.getTime()}-${index}`,
      expires_at: inAnHour,
      created_at: now,
      updated_at: inAnHour,
    }));
    await command.kysely.insertInto("session").values(rows).execute();
  }

  async function resetPassword(person: Person, client: TestClient): Promise<void> {
    const { token } = await storeResetToken(command.kysely, { userId: person.id, mailedTo: null }, now);
    await client.post("/api/auth/reset-password", { token, newPassword: "another1" });
    person.password = "another1";
  }

  async function changePassword(person: Person, client: TestClient): Promise<void> {
    const newPassword = person.password === "secret1" ? "secret2" : "secret1";
    const body = { currentPassword: person.password, newPassword };
    if ((await client.post("/api/auth/change-password", body)).status === 200) person.password = newPassword;
  }

  async function perform(browsers: Browser[], people: readonly Person[], given: Step): Promise<void> {
    const { act, by } = given;
    const [who, whom] = [people[given.who], people[given.whom]];
    const browser = browsers[given.browser % browsers.length];
    if (who === undefined || whom === undefined || browser === undefined) throw new Error("nobody");
    const client = clientOf(browser, by);
    const { kysely } = command;
    const isThere = async ({ id }: Person) =>
      (await kysely.selectFrom("users").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
    switch (act) {
      case "signs in":
      case "signs in for long":
        return signIn(browsers, who, given);
      case "signs in on one device too many":
        if (await isThere(who)) await fillDevices(who);
        return signIn(browsers, who, given);
      case "signs out":
        return void (await client.post("/api/auth/sign-out"));
      case "ends the other sessions":
        return void (await client.send("DELETE", "/api/auth/sessions"));
      case "changes the password":
        return changePassword(browser.person, client);
      case "resets the password":
        if (await isThere(who)) await resetPassword(who, client);
        return;
      case "changes the name":
        return void (await client.send("PATCH", "/api/users/me", {
          body: { firstName: `Marie${given.hours}`, lastName: "Petit", positions: MARIE.positions },
        }));
      case "promotes":
        return void (await client.post("/api/users/admins", { email: whom.email }));
      case "demotes":
        return void (await client.send("DELETE", `/api/users/admins/${whom.id}`));
      case "deletes":
        return void (await client.send("DELETE", `/api/users/${whom.id}`));
      case "deletes the own account":
        return void (await client.post("/api/users/me/deletion", { password: browser.person.password }));
      case "is promoted by a command":
        return void (await grantAdmin(command, who.email, now));
      case "is demoted at an SQL prompt":
        return void (await kysely.updateTable("users").set({ is_admin: false }).where("id", "=", who.id).execute());
      case "is signed out at an SQL prompt":
        return void (await kysely.deleteFrom("session").where("user_id", "=", who.id).execute());
      case "waits":
        now = new Date(now.getTime() + given.hours * HOUR_MS);
    }
  }

  /** What the database says of the browser's cookie. */
  async function readTruth({ at: [client] }: Browser) {
    const [token = ""] = decodeURIComponent(client?.cookies.get(COOKIE) ?? "").split(".");
    const row = await command.kysely
      .selectFrom("session")
      .innerJoin("users", "users.id", "session.user_id")
      .select(["users.id", "first_name", "is_admin", "email"])
      .where("token", "=", token)
      .where("expires_at", ">", now)
      .executeTakeFirst();
    if (row === undefined) return null;
    return { id: row.id, firstName: row.first_name, isAdmin: readBoolean(row.is_admin), email: row.email };
  }

  /** What each process says of it. */
  async function ask({ at }: Browser) {
    const answers = [];
    for (const client of at) {
      const session = (await client.get(SESSION)).json<Session | null>();
      const { id, firstName, isAdmin, email } = session?.user ?? {};
      answers.push(session && { id, firstName, isAdmin, email });
    }
    return answers;
  }

  test(
    "is what the database says at every request, in every process, whatever happened",
    { timeout: 300_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
          const browsers = await registerPeople();
          const people = browsers.map(({ person }) => person);
          for (const each of steps) {
            await perform(browsers, people, each);
            for (const browser of browsers.slice(-8)) {
              const truth = await readTruth(browser);
              expect(await ask(browser), each.act).toEqual(browser.at.map(() => truth));
            }
          }
        }),
        { seed: SEED, numRuns: 8, endOnFailure: true },
      );
    },
  );

  test("is over at the next request after the end was acknowledged, with calls under way meanwhile", async () => {
    const [browser] = await registerPeople();
    if (browser === undefined) throw new Error("nobody");
    const { person } = browser;
    for (let round = 0; round < 10; round += 1) {
      await clientOf(browser, round).post(SIGN_IN, { email: person.email, password: person.password });
      const read = () => browser.at.map(async (client) => (await client.get("/api/users")).status);
      expect(await Promise.all(read())).toEqual(servers.map(() => 200));
      const underWay = Array.from({ length: 4 }, read).flat();
      await command.kysely.deleteFrom("session").where("user_id", "=", person.id).execute();
      expect(await Promise.all(read())).toEqual(servers.map(() => 401));
      await Promise.all(underWay);
      expect(await Promise.all(read())).toEqual(servers.map(() => 401));
    }
  });
});
