import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, answerOf } from "#domain/availability/availability.ts";
import { addDays } from "#domain/calendar/calendar.ts";
import { timeZoneNamed } from "#domain/calendar/time-zone.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { RolePair } from "#domain/line-up/critical-roles.ts";
import type { Service } from "#domain/people/services.ts";
import { seriesEventId } from "#domain/planning/event-edit.ts";
import { EMPTY_PLANNING, type Planning } from "#domain/planning/planning.ts";
import { TODAY } from "#test/support/server/test-planning.ts";
import { comparable, followLog, readRows } from "#test/support/server/test-rows-and-log.ts";
import { ENGINES, newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import type { Database, Engine, Queryable } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { Refusal } from "../errors.ts";
import { createAsking } from "../notifications/kinds/requests.ts";
import { addService, changeService } from "../users/services/write-services.ts";
import { deleteUser } from "../users/write-deletion.ts";
import { updateProfile } from "../users/write-profile.ts";
import { createAcceptChange } from "./accept-change.ts";
import { readChanges, readPosition, readState } from "./changes/write-change-log.ts";
import { createSharedPlanning, type SharedPlanning, type WantedChange, type WantedType } from "./shared-planning.ts";
import { markShared } from "./sharing/write-publication.ts";

/** One action of a generated history; `at` is the time of the answer, in seconds since the start of the day. */
type Step =
  | { readonly does: "change"; readonly who: number; readonly wanted: WantedChange }
  | {
      readonly does: "answer";
      readonly who: number;
      readonly eventId: string;
      readonly answer: Answer | null;
      /** Whose answer it is. */
      readonly whose: number;
      readonly comment: string | undefined;
      readonly at: number;
    }
  | {
      readonly does: "profile";
      readonly who: number;
      readonly lastName: string;
      readonly positions: readonly Service[];
    }
  | { readonly does: "deletion"; readonly who: number }
  | { readonly does: "rename"; readonly who: number; readonly nth: number; readonly name: Service }
  | { readonly does: "nothing for days"; readonly days: number };

const PEOPLE = 4;
/** Hundreds of histories on a busy machine. A test that is given up would go on writing into the database of the next. */
const TIMEOUT_MS = 240_000;
/** Reading a time zone takes longer than a step. */
const ASKING = createAsking(timeZoneNamed("Europe/Paris"));
const START = new Date(`${TODAY}T11:00:00.000Z`);
const DAY_MS = 24 * 60 * 60 * 1000;
/** The same on every run, so that a failure can be repeated. */
const SEED = 20_501_120;

const who = fc.nat(PEOPLE - 1);
const groupId = fc.constantFrom("1", "2", "3");
const SERIES_IDS = ["10000000-0000-4000-8000-000000000000", "20000000-0000-4000-8000-000000000000"];
const seriesId = fc.constantFrom(...SERIES_IDS);
const DAYS = Array.from({ length: 7 }, (_, days) => addDays(TODAY, days));
const day = fc.constantFrom(...DAYS);
const seriesEventIds = SERIES_IDS.flatMap((id) => DAYS.slice(0, 2).map((date) => seriesEventId(id, date)));
const eventId = fc.constantFrom("a", "b", "c", "d", "e", ...seriesEventIds);
/** The team's own services at first, and the names that they take: also those that others had before. */
const OWN_SERVICES: readonly Service[] = ["Cor", "Tuba"];
const serviceName = fc.constantFrom<Service>(...OWN_SERVICES, "Cornet", "Alto");
const pairs = fc.subarray<RolePair>([
  ["Lead", "Bass"],
  ["Piano", "Sono"],
]);
const roles = fc.subarray<BandRole>(["Lead", "Bass", "Voix", ...OWN_SERVICES]);
const lineUp = fc
  .subarray<BandRole>(["Lead", "Bass", "Voix", ...OWN_SERVICES])
  .chain((held) => fc.tuple(...held.map((role) => who.map((index) => ({ role, userId: userId(index) })))));
const answer = fc.constantFrom<Answer | null>("present", "absent", null);
const services = fc.subarray<Service>(["Voix", "Bass", "Lead", ...OWN_SERVICES], { minLength: 0 });
const name = fc.constantFrom("Do", "Ré", "Mi");

const event = fc.record({
  id: eventId,
  groupId,
  name,
  date: day,
  time: fc.constantFrom("09:00", "20:30"),
  location: fc.constant("Temple"),
});

const answers = fc.constantFrom("keep" as const, "reset" as const);
const edit = fc.record(
  {
    name,
    date: day,
    time: fc.constantFrom("09:00", "20:30"),
    endTime: fc.constantFrom("10:00", "21:30", "01:30", null),
    endsNextDay: fc.constantFrom(true, false, null),
    details: fc.constantFrom("Partitions", null),
    requiredRoles: fc.oneof(roles, fc.constant(null)),
  },
  { requiredKeys: [] },
);

/** Each kind of change but answers and absences, which are generated otherwise. */
const CHANGES = {
  "group.created": fc.record({ type: fc.constant("group.created" as const), group: fc.record({ id: groupId, name }) }),
  "group.renamed": fc.record({ type: fc.constant("group.renamed" as const), groupId, name }),
  "group.pairs_set": fc.record({ type: fc.constant("group.pairs_set" as const), groupId, pairs }),
  "group.required_roles_set": fc.record({ type: fc.constant("group.required_roles_set" as const), groupId, roles }),
  "line_up.kept": fc.record({ type: fc.constant("line_up.kept" as const), eventId, lineUp }),
  "line_up.dropped": fc.record({ type: fc.constant("line_up.dropped" as const), eventId }),
  "programme.set": fc.record({
    type: fc.constant("programme.set" as const),
    eventId,
    programme: fc.constantFrom([], [{ title: "À toi la gloire" }], [{ title: "Abba Père", key: "La m" }]),
    basedOn: fc.nat(3),
  }),
  "person.wish_set": fc.record({
    type: fc.constant("person.wish_set" as const),
    userId: who.map(userId),
    most: fc.constantFrom(1, 4, null),
  }),
  "group.joined": fc.record({ type: fc.constant("group.joined" as const), groupId, userId: who.map(userId) }),
  "group.left": fc.record({ type: fc.constant("group.left" as const), groupId, userId: who.map(userId) }),
  "group.leader_named": fc.record({
    type: fc.constant("group.leader_named" as const),
    groupId,
    userId: who.map(userId),
  }),
  "group.leader_removed": fc.record({
    type: fc.constant("group.leader_removed" as const),
    groupId,
    userId: who.map(userId),
  }),
  "event.created": fc.record({ type: fc.constant("event.created" as const), event }),
  "event.edited": fc.record({ type: fc.constant("event.edited" as const), eventId, edit, answers }),
  "series.created": fc.record({
    type: fc.constant("series.created" as const),
    series: fc.record({
      id: seriesId,
      groupId,
      name,
      date: day,
      time: fc.constant("09:00"),
      location: fc.constant("Temple"),
      every: fc.constantFrom("week" as const, "month" as const),
      until: fc.constant(addDays(TODAY, 40)),
    }),
  }),
  "series.edited": fc.record({ type: fc.constant("series.edited" as const), eventId, edit, answers }),
  "series.deleted": fc.record({ type: fc.constant("series.deleted" as const), eventId }),
  "series.restored": fc.record({ type: fc.constant("series.restored" as const), eventId }),
  "group.deleted": fc.record({ type: fc.constant("group.deleted" as const), groupId }),
  "event.deleted": fc.record({ type: fc.constant("event.deleted" as const), eventId }),
  "group.restored": fc.record({ type: fc.constant("group.restored" as const), groupId }),
  "event.restored": fc.record({ type: fc.constant("event.restored" as const), eventId }),
} satisfies Readonly<
  Record<Exclude<WantedType, "availability.set" | "absence.added" | "absence.removed">, fc.Arbitrary<WantedChange>>
>;

/** Few, so that they overlap, follow one another, and are removed again. */
const ABSENCE_IDS = ["x", "y", "z"];

const absenceAddition = fc
  .tuple(fc.constantFrom(...ABSENCE_IDS), who, day, fc.nat(3))
  .map(([id, person, from, days]): WantedChange => {
    const own = userId(person);
    return { type: "absence.added", id: `${id}-${own}`, userId: own, from, to: addDays(from, days) };
  });
const absenceRemoval = fc.tuple(fc.constantFrom(...ABSENCE_IDS), who).map(([id, person]): WantedChange => ({
  type: "absence.removed",
  absenceId: `${id}-${userId(person)}`,
  userId: userId(person),
}));

const {
  "event.created": creation,
  "event.edited": editing,
  "series.created": seriesCreation,
  "series.edited": seriesEditing,
  "series.deleted": seriesDeletion,
  "series.restored": seriesRestoration,
  "group.deleted": groupDeletion,
  "event.deleted": eventDeletion,
  "group.restored": groupRestoration,
  "event.restored": eventRestoration,
  "line_up.kept": lineUpKeeping,
  ...others
} = CHANGES;
const wanted: fc.Arbitrary<WantedChange> = fc.oneof(
  ...Object.values(others),
  { weight: 4, arbitrary: creation },
  { weight: 3, arbitrary: seriesCreation },
  { weight: 4, arbitrary: editing },
  { weight: 3, arbitrary: seriesEditing },
  { weight: 4, arbitrary: absenceAddition },
  { weight: 3, arbitrary: absenceRemoval },
  { weight: 4, arbitrary: lineUpKeeping },
);
const deletion: fc.Arbitrary<WantedChange> = fc.oneof(
  groupDeletion,
  { weight: 2, arbitrary: eventDeletion },
  { weight: 2, arbitrary: seriesDeletion },
);
const restoration: fc.Arbitrary<WantedChange> = fc.oneof(
  groupRestoration,
  { weight: 2, arbitrary: eventRestoration },
  { weight: 2, arbitrary: seriesRestoration },
);

const answering: fc.Arbitrary<Step> = fc.record({
  does: fc.constant("answer" as const),
  who,
  eventId,
  answer,
  whose: who,
  comment: fc.constantFrom(undefined, "", "En retard"),
  at: fc.integer({ min: 1, max: 100_000 }),
});
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: answering },
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
    arbitrary: fc.record({
      does: fc.constant("rename" as const),
      who,
      nth: fc.nat(OWN_SERVICES.length - 1),
      name: serviceName,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("nothing for days" as const), days: fc.integer({ min: 1, max: 3 }) }),
  },
);

/** Creates groups, events and answers first, so that most later steps have something to change. */
const OPENING: readonly Step[] = [
  { does: "change", who: 0, wanted: { type: "group.created", group: { id: "1", name: "Louange" } } },
  { does: "change", who: 0, wanted: { type: "group.created", group: { id: "2", name: "Jeunes" } } },
  ...["a", "b"].map((id, index): Step => ({
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
  ...[
    { who: 1, eventId: "a" },
    { who: 2, eventId: "a" },
    { who: 2, eventId: "b" },
  ].map((said): Step => ({
    does: "answer",
    ...said,
    whose: said.who,
    answer: "present",
    comment: undefined,
    at: 0,
  })),
  {
    does: "change",
    who: 0,
    wanted: {
      type: "line_up.kept",
      eventId: "a",
      lineUp: [
        { role: "Bass", userId: "user-2" },
        { role: "Cor", userId: "user-1" },
      ],
    },
  },
  { does: "change", who: 0, wanted: { type: "group.required_roles_set", groupId: "1", roles: ["Voix", "Tuba"] } },
  {
    does: "change",
    who: 0,
    wanted: { type: "event.edited", eventId: "a", edit: { requiredRoles: ["Bass", "Cor"] }, answers: "keep" },
  },
];

function userId(index: number): string {
  return `user-${index}`;
}

/** Nobody changes somebody else's absences, or says for them how often they want to play. */
function actorOf({ who: index, wanted: { type, ...about } }: Extract<Step, { readonly does: "change" }>): string {
  const isOwn = type === "absence.added" || type === "absence.removed" || type === "person.wish_set";
  return isOwn && "userId" in about ? about.userId : userId(index);
}

/** The answers to each event, in the order of the people. */
function lastAnswers({ events }: Planning): unknown {
  const ids = Array.from({ length: PEOPLE }, (_, index) => userId(index));
  return Object.fromEntries(events.map((one) => [one.id, ids.map((id) => answerOf(one.availability, id))]));
}

describe.each(ENGINES)("rows on %s", (engine: Engine) => {
  let environment: Record<string, string>;
  let database: Database;
  /** To the database these are two processes. */
  let plannings: readonly [SharedPlanning, SharedPlanning];
  let now = START;
  let ownServiceIds: readonly string[];
  /** The planning in the rows just after each change that the log does not hold, by position. */
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

  /** Resets to an empty shared planning with all people. */
  async function begin(): Promise<void> {
    const { kysely } = database;
    for (const table of ["planning_group", "planning_change", "service", "users"] as const) {
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
      positions: '["Voix","Bass","Cor","Tuba"]',
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
    const added: string[] = [];
    for (const service of OWN_SERVICES) added.push((await addService(plannings[0], userId(0), service)).id);
    ownServiceIds = added;
  }

  /** Only after a change that the log does not hold: followers reload there. */
  async function noteRows(queryable: Queryable): Promise<void> {
    const position = await readPosition(queryable);
    const [last] = await readChanges(queryable, position - 1, 1);
    if (last?.change === null) readAt.set(position, await readRows(queryable));
  }

  function carryOut(step: Step): Promise<unknown> {
    const planning = plannings["who" in step && step.who % 2 === 0 ? 0 : 1];
    const accept = createAcceptChange(planning, ASKING);
    switch (step.does) {
      case "change":
        return accept(actorOf(step), step.wanted, noteRows);
      case "answer": {
        const answeredAt = new Date(START.getTime() - DAY_MS + step.at * 1000);
        const { eventId: id, answer: given, comment, whose } = step;
        const type = "availability.set" as const;
        const change = { type, eventId: id, userId: userId(whose), answer: given, comment, answeredAt };
        return accept(userId(step.who), change, noteRows);
      }
      case "profile": {
        const { lastName, positions } = step;
        return updateProfile(planning, userId(step.who), {
          firstName: "Personne",
          lastName,
          positions: [...positions],
        });
      }
      case "deletion":
        return deleteUser(planning, { userId: userId(step.who), actorId: "nobody", hasRights: () => true });
      case "rename":
        return changeService(planning, userId(step.who), { id: ownServiceIds[step.nth] ?? "", name: step.name });
      case "nothing for days":
        now = new Date(now.getTime() + step.days * DAY_MS);
        return Promise.resolve();
    }
  }

  /** Carries out a step. A refusal is no error. */
  async function attempt(step: Step): Promise<void> {
    try {
      await carryOut(step);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  const runs = { numRuns: engine === "sqlite" ? 60 : 20, seed: SEED, endOnFailure: true };

  test(
    "are what applyChange makes of the log, read from the start or from any moment on",
    { timeout: TIMEOUT_MS },
    async () => {
      const waves = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 8 });
      const property = fc.asyncProperty(waves, async (history) => {
        await begin();
        const readers: { readonly seen: Planning; readonly position: number }[] = [];
        for (const wave of [OPENING, ...history]) {
          readers.push({ seen: await readRows(database), position: (await readState(database)).position });
          // All at once, so that they compete on PostgreSQL; but each step of the opening needs the one before.
          if (wave === OPENING) for (const step of wave) await attempt(step);
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
    },
  );

  test("are the same when each call is sent again because its answer was lost", { timeout: TIMEOUT_MS }, async () => {
    const tries = fc.array(fc.tuple(anyStep, fc.integer({ min: 1, max: 3 })), { minLength: 5, maxLength: 20 });
    const property = fc.asyncProperty(tries, async (history) => {
      const ends: unknown[] = [];
      for (const isRetried of [false, true]) {
        await begin();
        for (const step of OPENING) await attempt(step);
        for (const [step, count] of history) {
          const isOfDays = step.does === "nothing for days";
          for (let sent = 0; sent < (isRetried && !isOfDays ? count : 1); sent += 1) await attempt(step);
        }
        ends.push(comparable(await readRows(database), people));
      }
      expect(ends[1]).toEqual(ends[0]);
    });
    await fc.assert(property, runs);
  });

  test(
    "hold what each person said last, in whatever order it arrives and however often",
    { timeout: TIMEOUT_MS },
    async () => {
      const words = fc.uniqueArray(answering, {
        minLength: 5,
        maxLength: 15,
        selector: (step) => step.does === "answer" && step.at,
      });
      const shuffled = words.chain((said) =>
        fc.tuple(fc.constant(said), fc.shuffledSubarray([...said, ...said, ...said], { minLength: said.length * 3 })),
      );
      const property = fc.asyncProperty(shuffled, async ([said, arriving]) => {
        const inOrder = said.toSorted((a, b) => ("at" in a && "at" in b ? a.at - b.at : 0));
        const ends: unknown[] = [];
        for (const deeds of [inOrder, arriving]) {
          await begin();
          for (const step of OPENING) await attempt(step);
          now = new Date(START.getTime() + 2 * DAY_MS);
          await Promise.all(deeds.map(attempt));
          ends.push(lastAnswers(await readRows(database)));
          expect(lastAnswers(await followLog(database, { ...EMPTY_PLANNING, members: {} }, 0, readAt))).toEqual(
            ends.at(-1),
          );
        }
        expect(ends[1]).toEqual(ends[0]);
      });
      await fc.assert(property, runs);
    },
  );
});
