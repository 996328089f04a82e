import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, answerOf } from "#domain/availability.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import { readChanges } from "#server/planning/change-log-queries.ts";
import {
  createEvent,
  type Person,
  type PlanningServer,
  positionOf,
  startPlanningServer,
} from "#server/planning/test-planning.ts";
import type { SubmitOutcome } from "../planning-source.ts";
import { EMPTY_OUTBOX, type OutboxContents } from "./outbox-record.ts";
import { createOutboxStore } from "./outbox-store.ts";
import { createDevice, type Device, DIRECT, LOST_ANSWER, NOBODY, type Page, type Road, says } from "./test-device.ts";

const EVENTS = 3;
const PAGES = 2;
/** Looks at what is under way; on a busy machine a call takes some dozens. */
const ROUNDS = 5_000;

/** What may happen; the numbers choose among the pages and the events. */
type Happening =
  | { readonly type: "answer"; readonly page: number; readonly event: number; readonly given: Answer | null }
  | { readonly type: "road"; readonly road: keyof typeof ROADS }
  | { readonly type: "death"; readonly page: number }
  | { readonly type: "deletion"; readonly event: number }
  | { readonly type: "patience" }
  /** The server fails at all that it is asked, for a long time. */
  | { readonly type: "failure" };

const FAILURE = says(500, "server.failure");
/** More than one change is tried. */
const TRIES = 15;

const ROADS = {
  direct: DIRECT,
  nobody: NOBODY,
  lostAnswer: LOST_ANSWER,
  proxy: says(502, "server.unavailable"),
  crowd: says(429, "request.too_many", { "Retry-After": "1" }),
  otherPerson: says(409, "session.other_person"),
  signedOut: says(401, "session.required"),
} satisfies Record<string, Road>;

const page = fc.nat(PAGES - 1);
const event = fc.nat(EVENTS - 1);
const happening: fc.Arbitrary<Happening> = fc.oneof(
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
      type: fc.constant("road" as const),
      road: fc.constantFrom(...Object.keys(ROADS)),
    }) as fc.Arbitrary<Extract<Happening, { type: "road" }>>,
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("death" as const), page }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("deletion" as const), event }) },
  { weight: 2, arbitrary: fc.constant({ type: "patience" as const }) },
  { weight: 1, arbitrary: fc.constant({ type: "failure" as const }) },
);

let planning: PlanningServer;
let marie: Person;

beforeAll(async () => {
  planning = await startPlanningServer("sqlite");
  marie = await planning.newcomer({ firstName: "Marie", lastName: "Petit", positions: ["Voix"] });
});
afterAll(() => planning.stop());

interface Said {
  readonly eventId: string;
  readonly given: Answer | null;
  outcome: SubmitOutcome | null;
}

/** Lets what is under way come to rest, or to a wait. */
async function breathe(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** What a browser keeps to send, and to tell. */
async function keptBy({ stores }: Device): Promise<OutboxContents> {
  return (await createOutboxStore(stores.outbox, marie.user.id).read()) ?? EMPTY_OUTBOX;
}

function answer({ eventId, given }: Said): PlanningChange {
  return { type: "availability.set", eventId, person: marie.user, answer: given };
}

/** What the server's log tells that Marie said of an event, after `start`. */
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
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25 }), async (happenings) => {
      const events: PlannedEvent[] = [];
      for (let index = 0; index < EVENTS; index += 1) events.push(await createEvent(planning.admin));
      const start = positionOf(await marie.get("/api/groups"));
      // Nobody gives two answers in one moment.
      let clock = Date.parse("2050-11-20T08:00:00.000Z");
      const device = createDevice(planning.server, marie, { userId: marie.user.id, now: () => (clock += 1_000) });
      const pages: Page[] = Array.from({ length: PAGES }, () => device.open());
      const said: Said[] = [];
      const gone = new Set<string>();

      function pageOf(index: number): Page {
        const found = pages[index];
        if (!found) throw new Error("no such page");
        return found;
      }

      async function wait(): Promise<void> {
        for (const { passTime } of pages) passTime();
        return breathe();
      }

      async function happen(next: Happening): Promise<void> {
        switch (next.type) {
          case "answer": {
            const word: Said = { eventId: events[next.event]?.id ?? "", given: next.given, outcome: null };
            said.push(word);
            void pageOf(next.page)
              .source.submit(answer(word))
              .then((outcome) => (word.outcome = outcome));
            return;
          }
          case "road":
            return device.travel(ROADS[next.road]);
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
            device.travel(FAILURE);
            for (let tried = 0; tried < TRIES; tried += 1) await wait();
        }
      }

      for (const next of happenings) await happen(next);

      device.travel(DIRECT);
      let rounds = 0;
      do {
        if ((rounds += 1) > ROUNDS) throw new Error("something is never decided");
        for (const { passTime, comeBack } of pages) {
          passTime();
          comeBack();
        }
        await breathe();
      } while ((await keptBy(device)).entries.length > 0 || said.some(({ outcome }) => outcome === null));
      const { refusals } = await keptBy(device);
      for (const { id } of events) {
        const words = said.filter(({ eventId }) => eventId === id);
        const accepted = await acceptedAnswers(start, id);
        const last = words.at(-1);
        const isTold =
          words.some(({ outcome }) => outcome?.status === "refused") ||
          refusals.some(({ change }) => change.type === "availability.set" && change.eventId === id);
        expect(accepted.length).toBeLessThanOrEqual(words.length);
        // Who was told may have been told of a word before the last.
        const hasReason = gone.has(id) || happenings.some(({ type }) => type === "failure");
        if (hasReason) expect(isTold || last === undefined || accepted.at(-1) === last.given).toBe(true);
        else {
          const row = (await marie.get(`/api/events/${id}`)).json<PlannedEvent & Record<string, unknown>>();
          expect([answerOf(row.availability, marie.user.id), isTold]).toEqual([last?.given ?? null, false]);
        }
      }
      for (const open of pages) open.die();
    }),
    { numRuns: 30 },
  );
});
