import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SignUp } from "#contract/sign-in/sign-in.ts";
import { weekday } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import {
  ENGINES,
  newEnvironment,
  removeData,
  settingsOf,
  startTestServer,
  type TestServer,
} from "#test/support/server/test-server.ts";
import { inventPerson } from "./invented-planning.ts";
import { SEED_PASSWORD, seedPlanning } from "./write-planning.ts";

const SIZES = { groups: 2, people: 30, events: 60 };
const NOW = new Date("2026-11-20T11:00:00.000Z");
const RUN = { sizes: SIZES, now: NOW, today: "2026-11-20", onProgress: () => undefined };
const ADMIN = { email: inventPerson(0, SIZES).email, password: SEED_PASSWORD };
const SUNDAY = 6;

describe.each(ENGINES)("a seeded planning on %s", (engine) => {
  let environment: Record<string, string>;
  let server: TestServer | undefined;

  beforeEach(async () => {
    environment = await newEnvironment(engine);
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    await removeData(environment);
  });

  async function seed(): Promise<void> {
    const database = await openDatabase(settingsOf(environment));
    try {
      await migrate(database);
      await seedPlanning(database, RUN);
    } finally {
      await database.close();
    }
  }

  async function readAll(): Promise<{ events: PlannedEvent[]; people: unknown[] }> {
    server = await startTestServer(environment, { clock: () => NOW });
    const admin = server.client();
    expect((await admin.post("/api/auth/sign-in/email", ADMIN)).status).toBe(200);
    const events = await admin.get("/api/events?from=2026-06-01&to=2027-06-01");
    const people = (await admin.get("/api/users")).json<{ isAdmin: boolean }[] & Record<string, unknown>>();
    return { events: events.json<PlannedEvent[] & Record<string, unknown>>(), people };
  }

  test("is a shared one of that size, with past and coming events, whose people sign in", async () => {
    await seed();
    const { events, people } = await readAll();
    expect([people.length, events.length]).toEqual([SIZES.people, SIZES.events]);
    expect(new Set(events.map(({ groupId }) => groupId))).toEqual(new Set(["1", "2"]));
    expect(events.filter(({ date }) => date < RUN.today)).toHaveLength(14);
    const services = events.filter(({ name }) => name === "Culte du dimanche");
    expect(new Set(services.map(({ date }) => weekday(date)))).toEqual(new Set([SUNDAY]));
    const answers = events.flatMap(({ availability }) => availability);
    expect(answers.length).toBeGreaterThan(8 * SIZES.events);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["present", "absent"]));
  });

  test("has the same rows each time", async () => {
    await seed();
    const first = await readAll();
    await server?.stop();
    await removeData(environment);
    environment = await newEnvironment(engine);
    await seed();
    expect(await readAll()).toEqual(first);
  });

  test("takes the place of nothing: where anybody has registered, nothing is written", async () => {
    server = await startTestServer(environment);
    const { firstName, lastName, positions } = inventPerson(3, SIZES);
    const form = { firstName, lastName, positions, email: "marie@example.org", password: "secret1" };
    await server.client().post("/api/auth/sign-up/email", form);
    await server.stop();
    server = undefined;
    await expect(seed()).rejects.toThrow(/seed a new one/);
  });
});

test("everybody who is invented could have registered with what they are", () => {
  const sizes = { groups: 7, people: 2_000, events: 1 };
  const people = Array.from({ length: sizes.people }, (_, number) => inventPerson(number, sizes));
  for (const { id: _, isAdmin: __, groups: ___, ...form } of people) {
    expect(
      SignUp.safeParse({ ...form, name: `${form.firstName} ${form.lastName}`, password: SEED_PASSWORD }).success,
    ).toBe(true);
  }
  expect(new Set(people.map(({ email }) => email)).size).toBe(sizes.people);
  expect(new Set(people.map(({ id }) => id)).size).toBe(sizes.people);
});
