import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, answerOf } from "#domain/availability.ts";
import { addDays } from "#domain/calendar.ts";
import type { RolePair } from "#domain/line-up/role-pairs.ts";
import type { Service } from "#domain/services.ts";
import { EMPTY_PLANNING, type Planning } from "#domain/planning.ts";
import type { Database, Engine, Queryable } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { Refusal } from "../errors.ts";
import { ENGINES, newEnvironment, removeData, settingsOf } from "../test-server.ts";
import { deleteUser } from "../users/deletion-queries.ts";
import { updateProfile } from "../users/user-queries.ts";
import { acceptChange } from "./accept-change.ts";
import { readChanges, readPosition, readState } from "./change-log-queries.ts";
import { createSharedPlanning, type SharedPlanning } from "./shared-planning.ts";
import { markShared } from "./sharing-state-queries.ts";
import { TODAY } from "./test-planning.ts";
import { comparable, followLog, readRows } from "./test-rows-and-log.ts";
import type { WantedChange } from "./wanted-change.ts";

/** What somebody does; `at` is when they said so, in seconds of the day. */
type Deed =
  | { readonly does: "change"; readonly who: number; readonly wanted: WantedChange }
  | {
      readonly does: "answer";
      readonly who: number;
      readonly eventId: string;
      readonly answer: Answer | null;
      readonly at: number;
    }
  | {
      readonly does: "profile";
      readonly who: number;
      readonly lastName: string;
      readonly positions: readonly Service[];
    }
  | { readonly does: "deletion"; readonly who: number }
  | { readonly does: "nothing for days"; readonly days: number };

const PEOPLE = 4;
const START = new Date(`${TODAY}T11:00:00.000Z`);
const DAY_MS = 24 * 60 * 60 * 1000;
/** The same on every run, so that a failure can be looked at. */
const SEED = 20_501_120;

const who = fc.nat(PEOPLE - 1);
const groupId = fc.constantFrom("1", "2", "3");
const eventId = fc.constantFrom("a", "b", "c", "d", "e");
const pairs = fc.subarray<RolePair>([
  ["Lead", "Bass"],
  ["Piano", "Sono"],
]);
const answer = fc.constantFrom<Answer | null>("present", "absent", null);
const services = fc.subarray<Service>(["Voix", "Bass", "Lead"], { minLength: 0 });
const name = fc.constantFrom("Do", "Ré", "Mi");

const event = fc.record({
  id: eventId,
  groupId,
  name,
  date: fc.nat(6).map((days) => addDays(TODAY, days)),
  time: fc.constantFrom("09:00", "20:30"),
  location: fc.constant("Temple"),
});

const wanted: fc.Arbitrary<WantedChange> = fc.oneof(
  fc.record({ type: fc.constant("group.created" as const), group: fc.record({ id: groupId, name }) }),
  fc.record({ type: fc.constant("group.renamed" as const), groupId, name }),
  fc.record({ type: fc.constant("group.pairs_set" as const), groupId, pairs }),
  fc.record({ type: fc.constant("group.joined" as const), groupId }),
  fc.record({ type: fc.constant("group.left" as const), groupId, userId: who.map(userId) }),
  { weight: 4, arbitrary: fc.record({ type: fc.constant("event.created" as const), event }) },
);
const deletion: fc.Arbitrary<WantedChange> = fc.oneof(
  fc.record({ type: fc.constant("group.deleted" as const), groupId }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant("event.deleted" as const), eventId }) },
);
const restoration: fc.Arbitrary<WantedChange> = fc.oneof(
  fc.record({ type: fc.constant("group.restored" as const), groupId }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant("event.restored" as const), eventId }) },
);

const saying: fc.Arbitrary<Deed> = fc.record({
  does: fc.constant("answer" as const),
  who,
  eventId,
  answer,
  at: fc.integer({ min: 1, max: 100_000 }),
});
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 10, arbitrary: saying },
  { weight: 8, arbitrary: fc.record({ does: fc.constant("change" as const), who, wanted }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("change" as const), who, wanted: deletion }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("change" as const), who, wanted: restoration }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant("profile" as const), who, lastName: name, positions: services }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("deletion" as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("nothing for days" as const), days: fc.integer({ min: 1, max: 3 }) }),
  },
);

/** Groups, events and answers to begin with, so that most of what follows meets something. */
const OPENING: readonly Deed[] = [
  { does: "change", who: 0, wanted: { type: "group.created", group: { id: "1", name: "Louange" } } },
  { does: "change", who: 0, wanted: { type: "group.created", group: { id: "2", name: "Jeunes" } } },
  ...["a", "b"].map((id, index): Deed => ({
    does: "change",
    who: 0,
    wanted: {
      type: "event.created",
      event: {
        id,
        groupId: String(index + 1),
        name: "Concert",
        date: addDays(TODAY, index),
        time: "20:30",
        location: "Gare",
      },
    },
  })),
  { does: "answer", who: 1, eventId: "a", answer: "present", at: 0 },
  { does: "answer", who: 2, eventId: "a", answer: "present", at: 0 },
  { does: "answer", who: 2, eventId: "b", answer: "present", at: 0 },
];

function userId(index: number): string {
  return `user-${index}`;
}

/** Who said what of which event, whatever the order. */
function lastWords({ events }: Planning): unknown {
  const ids = Array.from({ length: PEOPLE }, (_, index) => userId(index));
  return Object.fromEntries(events.map((one) => [one.id, ids.map((id) => answerOf(one.availability, id))]));
}

describe.each(ENGINES)("rows on %s", (engine: Engine) => {
  let environment: Record<string, string>;
  let database: Database;
  /** Two processes, as far as the database can tell. */
  let plannings: readonly [SharedPlanning, SharedPlanning];
  let now = START;
  /** The rows just after the change at a position. */
  const readAt = new Map<number, Planning>();
  const people = Array.from({ length: PEOPLE }, (_, index) => ({ id: userId(index) }));

  beforeAll(async () => {
    environment = await newEnvironment(engine);
    database = await openDatabase(settingsOf(environment));
    await migrate(database);
  });
  afterAll(async () => {
    await database.close();
    await removeData(environment);
  });

  /** An empty shared planning and people whom nobody has deleted. */
  async function begin(): Promise<void> {
    const { kysely } = database;
    for (const table of ["planning_group", "planning_change", "users"] as const) {
      await kysely.deleteFrom(table).execute();
    }
    await kysely.updateTable("planning_state").set({ position: 0, shared_at: null }).execute();
    now = START;
    readAt.clear();
    const start = () => createSharedPlanning({ database, timeZone: "Europe/Paris", clock: () => now });
    plannings = [start(), start()];
    await plannings[0].write((writing) => markShared(writing, { hash: null, receipt: null }));
    const row = {
      first_name: "Personne",
      positions: '["Voix","Bass"]',
      is_admin: true,
      created_at: now,
      updated_at: now,
    };
    const users = people.map(({ id }) => ({
      ...row,
      id,
      last_name: id,
      name: id,
      image: null,
      email: `${id}@example.org`,
    }));
    await kysely.insertInto("users").values(users).execute();
  }

  async function noteRows(queryable: Queryable): Promise<void> {
    const rows = await readRows(queryable);
    readAt.set((await readPosition(queryable)).position, rows);
  }

  function carryOut(what: Deed): Promise<unknown> {
    const planning = plannings["who" in what && what.who % 2 === 0 ? 0 : 1];
    switch (what.does) {
      case "change":
        return acceptChange(planning, userId(what.who), what.wanted, noteRows);
      case "answer": {
        const answeredAt = new Date(START.getTime() - DAY_MS + what.at * 1000);
        const said = { type: "availability.set" as const, eventId: what.eventId, answer: what.answer, answeredAt };
        return acceptChange(planning, userId(what.who), said, readPosition);
      }
      case "profile": {
        const { lastName, positions } = what;
        return updateProfile(planning, userId(what.who), {
          firstName: "Personne",
          lastName,
          positions: [...positions],
        });
      }
      case "deletion":
        return deleteUser(planning, { userId: userId(what.who), actorId: "nobody", hasRights: () => true });
      case "nothing for days":
        now = new Date(now.getTime() + what.days * DAY_MS);
        return Promise.resolve();
    }
  }

  /** Does it, or is refused. */
  async function attempt(what: Deed): Promise<void> {
    try {
      await carryOut(what);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  const runs = { numRuns: engine === "sqlite" ? 60 : 20, seed: SEED, endOnFailure: true };

  test("are what applyChange makes of the log, read from the start or from any moment on", async () => {
    const waves = fc.array(fc.array(deed, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 8 });
    const property = fc.asyncProperty(waves, async (history) => {
      await begin();
      const readers: { readonly seen: Planning; readonly position: number }[] = [];
      for (const wave of [OPENING, ...history]) {
        readers.push({ seen: await readRows(database), position: (await readState(database)).position });
        // At once, so that on PostgreSQL they meet; of the opening each builds on the one before.
        if (wave === OPENING) for (const what of wave) await attempt(what);
        else await Promise.all(wave.map(attempt));
      }
      const rows = comparable(await readRows(database), people);
      const nothing = { ...EMPTY_PLANNING, members: {} };
      expect(comparable(await followLog(database, nothing, 0, readAt), people)).toEqual(rows);
      for (const { seen, position } of readers) {
        expect(comparable(await followLog(database, seen, position, readAt), people)).toEqual(rows);
      }
      const positions = (await readChanges(database, 0, 10_000)).map(({ position }) => position);
      expect(positions).toEqual(positions.map((_, index) => index + 1));
    });
    await fc.assert(property, runs);
  });

  test("are the same when each call is sent again because its answer was lost", async () => {
    const tries = fc.array(fc.tuple(deed, fc.integer({ min: 1, max: 3 })), { minLength: 5, maxLength: 20 });
    const property = fc.asyncProperty(tries, async (history) => {
      const ends: unknown[] = [];
      for (const isRetried of [false, true]) {
        await begin();
        for (const what of OPENING) await attempt(what);
        for (const [what, count] of history) {
          const isOfDays = what.does === "nothing for days";
          for (let sent = 0; sent < (isRetried && !isOfDays ? count : 1); sent += 1) await attempt(what);
        }
        ends.push(comparable(await readRows(database), people));
      }
      expect(ends[1]).toEqual(ends[0]);
    });
    await fc.assert(property, runs);
  });

  test("hold what each person said last, in whatever order it arrives and however often", async () => {
    const words = fc.uniqueArray(saying, {
      minLength: 5,
      maxLength: 15,
      selector: (what) => what.does === "answer" && what.at,
    });
    const shuffled = words.chain((said) =>
      fc.tuple(fc.constant(said), fc.shuffledSubarray([...said, ...said, ...said], { minLength: said.length * 3 })),
    );
    const property = fc.asyncProperty(shuffled, async ([said, arriving]) => {
      const inOrder = said.toSorted((a, b) => ("at" in a && "at" in b ? a.at - b.at : 0));
      const ends: unknown[] = [];
      for (const deeds of [inOrder, arriving]) {
        await begin();
        for (const what of OPENING) await attempt(what);
        now = new Date(START.getTime() + 2 * DAY_MS);
        await Promise.all(deeds.map(attempt));
        ends.push(lastWords(await readRows(database)));
        expect(lastWords(await followLog(database, { ...EMPTY_PLANNING, members: {} }, 0, readAt))).toEqual(
          ends.at(-1),
        );
      }
      expect(ends[1]).toEqual(ends[0]);
    });
    await fc.assert(property, runs);
  });
});
