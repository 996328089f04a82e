import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { follow, joinGroup, positionIn, renameGroup, mentions } from "#test/support/server/test-live.ts";
import { createEvent, type Person } from "#test/support/server/test-planning.ts";
import { ENGINES } from "#test/support/server/test-server.ts";
import type { StreamEvent } from "#test/support/server/test-stream.ts";
import { type LoggedChange, readChanges, readState } from "./changes/write-change-log.ts";
import { receives } from "./live/live-connection.ts";

/** The visits of a reader: how many changes the reader receives in each visit but the last. */
const VISITS = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 8 });
const READERS = fc.array(VISITS, { minLength: 2, maxLength: 5 });
const WRITES = 12;

function isChange({ event }: StreamEvent): boolean {
  return event === "change";
}

/** The logged changes, as a stream sends them. */
function asStreamed(changes: readonly LoggedChange[]): StreamEvent[] {
  return changes.map(({ position, change }) => ({ id: String(position), event: "change", data: change }));
}

describe.each(ENGINES)("readers who come and go on %s", (engine) => {
  let marie: Person;

  const running = planningForAllTests(engine);

  beforeAll(async () => {
    marie = await running.newcomer();
    await joinGroup(marie, "1");
  });

  /** Receives at least `length` changes after the position, or all up to the last one. */
  async function visit(
    reader: Person,
    after: number,
    length: number,
    isLast: (event: StreamEvent) => boolean,
  ): Promise<StreamEvent[]> {
    // Resumes by the address, or by the header, like a browser that reconnects by itself.
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

  /** Everything that a reader receives in all visits. Each visit resumes where the previous one ended. */
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
    const ofMarie = { userId: marie.user.id, seesTurns: false, groupIds: new Set(["1"]) };
    let run = 0;
    await fc.assert(
      fc.asyncProperty(READERS, async (readers) => {
        run += 1;
        const last = `La fin ${run}`;
        const { position: start } = await readState(database);
        const reading = readers.map((visits, index) =>
          read(index % 2 === 0 ? marie : running.admin, start, visits, mentions(last)),
        );
        await Promise.all(Array.from({ length: WRITES }, (_, number) => write(number)));
        await renameGroup(running.admin, last);
        const told = await Promise.all(reading);
        const changes = await readChanges(database, start, 1000);
        expect(changes).toHaveLength(WRITES + 1);
        const forMarie = changes.filter((change) => receives(ofMarie, change));
        for (const [index, events] of told.entries()) {
          expect(events).toEqual(asStreamed(index % 2 === 0 ? forMarie : changes));
        }
      }),
      { numRuns: 12 },
    );
  });
});
