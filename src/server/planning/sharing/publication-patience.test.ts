import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PUBLICATION_MAX_BYTES, PUBLISHED_EVENTS_MAX } from "#contract/planning/publication.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { SEED_GROUPS } from "#domain/planning/planning.ts";
import { HASH_CHEAPLY, runScript, type TestProcess } from "#test/support/server/test-process.ts";
import {
  type Answer,
  createClient,
  EITHER_ENGINE,
  ENGINES,
  MARIE,
  newEnvironment,
  register,
  removeData,
  signInDefaultAdmin,
  type TestClient,
} from "#test/support/server/test-server.ts";

type Person = TestClient & Session;

/** The page gives a call up after this time, so neither a publication nor those who wait for it may take longer. */
const PATIENCE_MS = 20_000;
/** The longest wait of others during a refused publication. */
const REFUSAL_MS = 2000;
const REFUSAL_BYTES = 200 * 1024 * 1024;
/** Between two calls: short, so that one of them meets each long wait, but the calls are no load of their own. */
const PAUSE_MS = 20;
const SHARE = "/api/sharing";
/** So many answer every event: more would be more than 5 MiB. */
const PEOPLE = 20;

const EVENT = { groupId: "1", name: "Concert", date: "2050-12-24", time: "20:30", location: "Temple" };

function eventsOf(availability: readonly unknown[], prefix: string): object[] {
  return Array.from({ length: PUBLISHED_EVENTS_MAX }, (_, index) => ({
    ...EVENT,
    id: `${prefix}-${index}`,
    availability,
  }));
}

/** A publication whose events have `value` as often as fits, instead of answers. */
function repeated(value: string): string {
  const events = eventsOf([], "a").map((event) => JSON.stringify(event));
  const rest =
    PUBLICATION_MAX_BYTES - `{"groups":${JSON.stringify(SEED_GROUPS)},"events":[${events.join(",")}]}`.length;
  const list = Array.from({ length: Math.floor(rest / events.length / (value.length + 1)) }, () => value).join(",");
  return `{"groups":${JSON.stringify(SEED_GROUPS)},"events":[${events.join(",").replaceAll("[]", `[${list}]`)}]}`;
}

const MALFORMED: readonly (readonly [name: string, value: string])[] = [
  ["answers without anything in them", "{}"],
  ["numbers instead of answers", "0"],
  ["lists in lists", "[[]]"],
  ["answers of a status that is none", '{"userId":"a","userName":"A","position":"Voix","status":"maybe"}'],
  ["answers of somebody without a name", '{"userId":"a","position":"Voix","status":"present"}'],
];

describe.each(ENGINES)("a large publication on %s", (engine) => {
  let environment: Record<string, string>;
  let running: TestProcess;
  let url: string;
  let admin: TestClient;

  beforeEach(async () => {
    environment = await newEnvironment(engine);
    running = runScript("main.ts", { ...environment, ...HASH_CHEAPLY });
    url = await running.ready();
    admin = await signInDefaultAdmin({ client: () => createClient(url) });
  });
  afterEach(async () => {
    running.child.kill("SIGTERM");
    await running.end();
    await removeData(environment);
  });

  async function member(email: string) {
    return register({ client: () => createClient(url) }, { email });
  }

  /** The largest memory that the process ever held, in bytes. */
  async function peakMemory(): Promise<number> {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${running.child.pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  }

  /** The longest time of `call` in milliseconds. The people call one after the other until `busy` settles. */
  async function longestWait(
    busy: Promise<unknown>,
    people: readonly Person[],
    call: (person: Person) => Promise<Answer>,
  ): Promise<number> {
    const finished = new AbortController();
    const finish = () => finished.abort();
    busy.then(finish, finish);
    let longest = 0;
    for (let turn = 0; !finished.signal.aborted; turn += 1) {
      const person = people[turn % people.length];
      if (person === undefined) throw new Error("nobody");
      const began = performance.now();
      const { status } = await call(person);
      longest = Math.max(longest, performance.now() - began);
      expect(status).toBe(200);
      await pause(PAUSE_MS);
    }
    return longest;
  }

  test("makes others wait once, and is there before the page gives up; so is an addition", async () => {
    const people: Person[] = [];
    for (let index = 0; index < PEOPLE; index += 1) people.push(await member(`${index}@example.org`));
    const availability = people.map(({ user }) => ({
      userId: user.id,
      userName: "Marie Petit",
      position: "Voix",
      status: "present",
    }));
    const saveProfile = (person: Person) =>
      person.send("PATCH", "/api/users/me", { body: { firstName: "Marie", lastName: "Petit", positions: ["Voix"] } });
    const answer = (person: Person) =>
      person.send("PUT", "/api/events/first-0/availability", { body: { status: "absent" } });
    for (const [path, prefix, write] of [
      [SHARE, "first", saveProfile],
      [`${SHARE}/additions`, "second", answer],
    ] as const) {
      const events = eventsOf(availability, prefix);
      const began = performance.now();
      const publishing = admin.send("POST", path, { raw: JSON.stringify({ groups: SEED_GROUPS, events }) });
      const waits = await Promise.all([
        longestWait(publishing, people, (person) => person.get("/api/users")),
        longestWait(publishing, people, write),
      ]);
      expect((await publishing).json()).toMatchObject({ events: events.length, answers: events.length * PEOPLE });
      expect(Math.max(performance.now() - began, ...waits)).toBeLessThan(PATIENCE_MS);
    }
  });

  test.runIf(EITHER_ENGINE.includes(engine)).each(MALFORMED)(
    "of 5 MB of %s is refused soon, with little memory",
    async (_, value) => {
      const marie = await member(MARIE.email);
      const before = await peakMemory();
      const refusing = admin.send("POST", SHARE, { raw: repeated(value) });
      const longest = await longestWait(refusing, [marie], (person) => person.get("/api/users"));
      const refused = await refusing;
      expect([refused.status, refused.json()["code"]]).toEqual([422, "request.invalid"]);
      expect(longest).toBeLessThan(REFUSAL_MS);
      expect((await peakMemory()) - before).toBeLessThan(REFUSAL_BYTES);
      expect(Object.keys(refused.json<{ errors: object }>().errors).length).toBeLessThanOrEqual(20);
    },
  );
});
