import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { SubmitOutcome } from "#contract/planning/planning-change.ts";
import { type Answer, answerOf } from "#domain/availability/availability.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { readChanges } from "#server/planning/changes/write-change-log.ts";
import {
  createDevice,
  type Device,
  ONLINE,
  LOSING_ANSWERS,
  OFFLINE,
  type Page,
  type NetworkPath,
  answersWith,
} from "#test/support/planning/test-device.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { createEvent, type Person, positionOf } from "#test/support/server/test-planning.ts";
import { createStoredChanges, type StoredChanges } from "./outbox/stored-changes.ts";

const EVENTS = 3;
const PAGES = 2;
/** Limit of the rounds at the end; on a busy machine a call takes some dozens. */
const ROUNDS = 5_000;

/** A step of a run; the numbers select one of the pages and events. */
type Step =
  | { readonly type: "answer"; readonly page: number; readonly event: number; readonly given: Answer | null }
  | { readonly type: "network"; readonly network: keyof typeof NETWORKS }
  | { readonly type: "death"; readonly page: number }
  | { readonly type: "deletion"; readonly event: number }
  | { readonly type: "patience" }
  /** The server fails at every call, for a long time. */
  | { readonly type: "failure" };

const FAILURE = answersWith(500, "server.failure");
/** Enough tries for more than one change. */
const TRIES = 15;

const NETWORKS = {
  direct: ONLINE,
  nobody: OFFLINE,
  lostAnswer: LOSING_ANSWERS,
  proxy: answersWith(502, "server.unavailable"),
  crowd: answersWith(429, "request.too_many", { "Retry-After": "1" }),
  otherPerson: answersWith(409, "session.other_person"),
  signedOut: answersWith(401, "session.required"),
} satisfies Record<string, NetworkPath>;

const page = fc.nat(PAGES - 1);
const event = fc.nat(EVENTS - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("answer" as const),
      page,
      event,
      given: fc.constantFrom("present" as const, "absent" as const, null),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("network" as const),
      network: fc.constantFrom(...Object.keys(NETWORKS)),
    }) as fc.Arbitrary<Extract<Step, { type: "network" }>>,
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("death" as const), page }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("deletion" as const), event }) },
  { weight: 2, arbitrary: fc.constant({ type: "patience" as const }) },
  { weight: 1, arbitrary: fc.constant({ type: "failure" as const }) },
);

let marie: Person;

const planning = planningForAllTests("sqlite");

beforeAll(async () => {
  marie = await planning.newcomer({ firstName: "Marie", lastName: "Petit", positions: ["Voix"] });
});

interface GivenAnswer {
  readonly eventId: string;
  readonly given: Answer | null;
  outcome: SubmitOutcome | null;
}

/** Runs all pending tasks until they are done, or wait for time to pass. */
async function settleTasks(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The contents of a browser's outbox. */
async function keptBy({ stores }: Device): Promise<StoredChanges> {
  const kept = createStoredChanges(stores.outbox, marie.user.id);
  await kept.refresh();
  return kept;
}

function answer({ eventId, given }: GivenAnswer): SubmittedChange {
  return { type: "availability.set", eventId, person: marie.user, answer: given };
}

/** Marie's accepted answers to an event in the server's log after `start`. */
async function acceptedAnswers(start: number, eventId: string): Promise<(Answer | null)[]> {
  const changes = await readChanges(planning.server.database, start, 1_000);
  return changes.flatMap(({ change }) =>
    change?.type === "availability.set" && change.eventId === eventId && change.person.id === marie.user.id
      ? [change.answer]
      : [],
  );
}

it("every answer is made once, or its author is told why not, whatever happens to the network, the pages and the planning", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const events: PlannedEvent[] = [];
      for (let index = 0; index < EVENTS; index += 1) events.push(await createEvent(planning.admin));
      const start = positionOf(await marie.get("/api/groups"));
      // Each answer gets a different time.
      let clock = Date.parse("2050-11-20T08:00:00.000Z");
      const device = createDevice(planning.server, marie, { userId: marie.user.id, now: () => (clock += 1_000) });
      const pages: Page[] = Array.from({ length: PAGES }, () => device.open());
      const given: GivenAnswer[] = [];
      const gone = new Set<string>();

      function pageOf(index: number): Page {
        const found = pages[index];
        if (!found) throw new Error("no such page");
        return found;
      }

      async function wait(): Promise<void> {
        for (const { passTime } of pages) passTime();
        return settleTasks();
      }

      async function run(next: Step): Promise<void> {
        switch (next.type) {
          case "answer": {
            const one: GivenAnswer = { eventId: events[next.event]?.id ?? "", given: next.given, outcome: null };
            given.push(one);
            void pageOf(next.page)
              .source.submit(answer(one))
              .then((outcome) => (one.outcome = outcome));
            return;
          }
          case "network":
            return device.setNetworkPath(NETWORKS[next.network]);
          case "death":
            pageOf(next.page).die();
            pages[next.page] = device.open();
            return;
          case "deletion": {
            const eventId = events[next.event]?.id ?? "";
            gone.add(eventId);
            await planning.admin.send("DELETE", `/api/events/${eventId}`);
            return;
          }
          case "patience":
            return wait();
          case "failure":
            device.setNetworkPath(FAILURE);
            for (let tried = 0; tried < TRIES; tried += 1) await wait();
        }
      }

      for (const next of steps) await run(next);

      device.setNetworkPath(ONLINE);
      let rounds = 0;
      do {
        if ((rounds += 1) > ROUNDS) throw new Error("something is never decided");
        for (const { passTime, returnToPage } of pages) {
          passTime();
          returnToPage();
        }
        await settleTasks();
      } while ((await keptBy(device)).entries().length > 0 || given.some(({ outcome }) => outcome === null));
      const refusals = (await keptBy(device)).refusals();
      for (const { id } of events) {
        const answers = given.filter(({ eventId }) => eventId === id);
        const accepted = await acceptedAnswers(start, id);
        const last = answers.at(-1);
        const isNotified =
          answers.some(({ outcome }) => outcome?.status === "refused") ||
          refusals.some(({ change }) => change.type === "availability.set" && change.eventId === id);
        expect(accepted.length).toBeLessThanOrEqual(answers.length);
        // A refusal may concern an answer before the last one.
        const hasReason = gone.has(id) || steps.some(({ type }) => type === "failure");
        if (hasReason) expect(isNotified || last === undefined || accepted.at(-1) === last.given).toBe(true);
        else {
          const row = (await marie.get(`/api/events/${id}`)).json<PlannedEvent & Record<string, unknown>>();
          expect([answerOf(row.availability, marie.user.id), isNotified]).toEqual([last?.given ?? null, false]);
        }
      }
      for (const open of pages) open.die();
    }),
    { numRuns: 30 },
  );
});
