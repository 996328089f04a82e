import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES } from "../test-server.ts";
import type { StreamEvent } from "../test-stream.ts";
import { hears } from "./live-audience.ts";
import { type LoggedChange, readChanges, readState } from "./change-log-queries.ts";
import { follow, joinGroup, positionIn, renameGroup, tellsOf } from "./test-live.ts";
import { createEvent, type Person, type PlanningServer, startPlanningServer } from "./test-planning.ts";

/** A reader who leaves after so many changes, and comes back: a number for each visit but the last. */
const VISITS = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 8 });
const READERS = fc.array(VISITS, { minLength: 2, maxLength: 5 });
const WRITES = 12;

function isChange({ event }: StreamEvent): boolean {
  return event === "change";
}

/** What is in the log, as a stream tells it. */
function asTold(changes: readonly LoggedChange[]): StreamEvent[] {
  return changes.map(({ position, change }) => ({ id: String(position), event: "change", data: change }));
}

describe.each(ENGINES)("readers who come and go on %s", (engine) => {
  let running: PlanningServer;
  let marie: Person;

  beforeAll(async () => {
    running = await startPlanningServer(engine);
    marie = await running.newcomer();
    await joinGroup(marie, "1");
  });
  afterAll(() => running.stop());

  /** Hears at least `length` changes after the position, or up to the one that is last. */
  async function visit(
    reader: Person,
    after: number,
    length: number,
    isLast: (event: StreamEvent) => boolean,
  ): Promise<StreamEvent[]> {
    // By the address, or as a browser that reconnects by itself.
    const stream = await (length % 2 === 0
      ? follow(running.server, reader, after)
      : follow(running.server, reader, 0, { "last-event-id": String(after) }));
    let heard = 0;
    await stream.find((event) => {
      if (isChange(event)) heard += 1;
      return heard >= length || isLast(event);
    });
    stream.leave();
    return stream.events.filter(isChange);
  }

  /** All that a reader hears in their visits, each from where the one before ended. */
  async function read(
    reader: Person,
    start: number,
    visits: readonly number[],
    isLast: (event: StreamEvent) => boolean,
  ): Promise<StreamEvent[]> {
    const told: StreamEvent[] = [];
    for (const length of [...visits, Number.POSITIVE_INFINITY]) {
      const latest = told.at(-1);
      if (latest !== undefined && isLast(latest)) break;
      told.push(...(await visit(reader, latest === undefined ? start : positionIn(latest), length, isLast)));
    }
    return told;
  }

  async function write(number: number): Promise<void> {
    const { admin } = running;
    if (number % 3 === 0) await renameGroup(admin, `Groupe ${number}`, "2");
    else await createEvent(admin, { groupId: String(1 + (number % 2)), name: `Événement ${number}` });
  }

  test("hear every change of theirs once and in order, while others write", async () => {
    const { database } = running.server;
    const ofMarie = { userId: marie.user.id, groupIds: new Set(["1"]) };
    let run = 0;
    await fc.assert(
      fc.asyncProperty(READERS, async (readers) => {
        run += 1;
        const last = `La fin ${run}`;
        const { position: start } = await readState(database);
        const reading = readers.map((visits, index) =>
          read(index % 2 === 0 ? marie : running.admin, start, visits, tellsOf(last)),
        );
        await Promise.all(Array.from({ length: WRITES }, (_, number) => write(number)));
        await renameGroup(running.admin, last);
        const told = await Promise.all(reading);
        const changes = await readChanges(database, start, 1000);
        expect(changes).toHaveLength(WRITES + 1);
        const forMarie = changes.filter((change) => hears(ofMarie, change));
        for (const [index, events] of told.entries()) {
          expect(events).toEqual(asTold(index % 2 === 0 ? forMarie : changes));
        }
      }),
      { numRuns: 12 },
    );
  });
});
