import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHeardChanges, type HeardChanges } from "./heard-changes.ts";
import type { PlanningPart, ReadPart } from "./planning-part.ts";
import { type Log, log, partsAt, planningAt } from "./test-log.ts";

function hear(heard: HeardChanges, changes: Log, from: number, to = changes.length): void {
  for (const [index, change] of changes.entries()) {
    const position = index + 1;
    if (position > from && position <= to) heard.hear(position, change, planningAt(changes, index));
  }
}

/** Events in one order: what a list gains comes last, what is read comes sorted. */
function inOrder(part: PlanningPart): PlanningPart {
  return part.type === "events" ? { ...part, events: part.events.toSorted((a, b) => (a.id < b.id ? -1 : 1)) } : part;
}

function expectNow(heard: HeardChanges, reads: readonly ReadPart[], changes: Log): void {
  const position = changes.length;
  expect(reads.map((read) => heard.known(read)).map(({ part }) => inOrder(part))).toEqual(
    partsAt(changes, position).map(({ part }) => part),
  );
}

const logWithMoment = log.chain((changes) =>
  fc.record({ changes: fc.constant(changes), position: fc.nat(changes.length), start: fc.nat(changes.length) }),
);

describe("what was read at any moment, with what was heard since, is what would be read now", () => {
  it("whatever the changes", () => {
    fc.assert(
      fc.property(logWithMoment, ({ changes, position, start }) => {
        fc.pre(start <= position);
        const heard = createHeardChanges();
        heard.startAt(start);
        const reads = partsAt(changes, position);
        hear(heard, changes, start);
        expectNow(heard, reads, changes);
      }),
    );
  });

  it("looked at between any two of them, or only at the end", () => {
    fc.assert(
      fc.property(logWithMoment, ({ changes, position }) => {
        const heard = createHeardChanges();
        heard.startAt(position);
        const reads = partsAt(changes, position);
        for (let next = position; next < changes.length; next += 1) {
          hear(heard, changes, next, next + 1);
          for (const read of reads) heard.known(read);
        }
        expectNow(heard, reads, changes);
      }),
    );
  });

  it("also when acknowledgements come before what the stream tells, in any order", () => {
    const acknowledged = logWithMoment.chain((moment) =>
      fc.record({ moment: fc.constant(moment), early: fc.shuffledSubarray([...moment.changes.keys()]) }),
    );
    fc.assert(
      fc.property(acknowledged, ({ moment: { changes, position }, early }) => {
        const heard = createHeardChanges();
        heard.startAt(position);
        const reads = partsAt(changes, position);
        for (const index of early) {
          const change = changes[index];
          if (change && index >= position) heard.acknowledge(index + 1, change, planningAt(changes, index));
          for (const read of reads) heard.known(read);
        }
        hear(heard, changes, position);
        expectNow(heard, reads, changes);
      }),
    );
  });

  it("also when what was heard is worked into what was read, and dropped", () => {
    fc.assert(
      fc.property(logWithMoment, ({ changes, position, start }) => {
        fc.pre(start <= position);
        const heard = createHeardChanges();
        heard.startAt(start);
        hear(heard, changes, start, position);
        const reads = partsAt(changes, start).map((read) => heard.rebased(read));
        heard.forget();
        hear(heard, changes, position);
        expectNow(heard, reads, changes);
      }),
    );
  });
});

const RENAMED = { type: "group.renamed", groupId: "g1", name: "Chorale" } as const;
const PLANNING = planningAt([{ type: "group.created", group: { id: "g1", name: "Louange" } }], 1);

function groupsAt(position: number, name = "Louange"): ReadPart {
  return { position, part: { type: "groups", groups: [{ id: "g1", name }] } };
}

describe("what was heard", () => {
  it("bridges what was read since the stream began, and nothing older", () => {
    const heard = createHeardChanges();
    expect(heard.isBridged(groupsAt(0))).toBe(true);
    heard.startAt(7);
    expect([6, 7, 8].map((position) => heard.isBridged(groupsAt(position)))).toEqual([false, true, true]);
  });

  it("leaves a part the same object until a change touches it", () => {
    const heard = createHeardChanges();
    heard.startAt(7);
    const read = groupsAt(7);
    expect(heard.known(read)).toBe(heard.known(read));
    heard.hear(8, { type: "event.deleted", eventId: "e1" }, PLANNING);
    expect(heard.known(read)).toBe(read);
  });

  it("is a change once, also when the stream tells what was acknowledged", () => {
    const heard = createHeardChanges();
    heard.startAt(7);
    const read = groupsAt(7);
    heard.acknowledge(8, RENAMED, PLANNING);
    const shown = heard.known(read).part;
    heard.hear(8, RENAMED, PLANNING);
    expect(heard.known(read).part).toBe(shown);
  });

  it("is what the stream tells where an acknowledgement that changed nothing came with another change's number", () => {
    const heard = createHeardChanges();
    heard.startAt(7);
    const other = { ...RENAMED, name: "Ados" };
    heard.acknowledge(8, RENAMED, PLANNING);
    heard.hear(8, other, PLANNING);
    heard.acknowledge(8, RENAMED, PLANNING);
    expect(heard.known(groupsAt(7)).part).toEqual(groupsAt(8, "Ados").part);
  });

  it("holds what was acknowledged without a number, after what is known and before what comes", () => {
    const heard = createHeardChanges();
    heard.startAt(7);
    heard.acknowledge(null, RENAMED, PLANNING);
    expect(heard.known(groupsAt(7)).part).toEqual(groupsAt(8, "Chorale").part);
    heard.hear(8, { ...RENAMED, name: "Ados" }, PLANNING);
    expect(heard.known(groupsAt(7)).part).toEqual(groupsAt(8, "Ados").part);
    expect(heard.known(groupsAt(8)).part).toEqual(groupsAt(8).part);
  });

  it("holds it also on what was read without a stream", () => {
    const heard = createHeardChanges();
    const read = groupsAt(7);
    heard.known(read);
    heard.acknowledge(null, RENAMED, PLANNING);
    expect(heard.known(read).part).toEqual(groupsAt(8, "Chorale").part);
  });

  it("is forgotten where the log begins anew behind it", () => {
    const heard = createHeardChanges();
    heard.startAt(7);
    heard.acknowledge(9, RENAMED, PLANNING);
    heard.startAt(3);
    expect(heard.known(groupsAt(3)).part).toEqual(groupsAt(3).part);
  });

  it("stays on what was read before it, when all is to be read again", () => {
    const heard = createHeardChanges();
    heard.startAt(7);
    heard.hear(8, RENAMED, PLANNING);
    heard.startAt(9);
    expect(heard.known(groupsAt(7)).part).toEqual(groupsAt(8, "Chorale").part);
    expect(heard.isBridged(groupsAt(8))).toBe(false);
  });

  it("is long beyond some hundreds, until it is forgotten", () => {
    const heard = createHeardChanges();
    heard.startAt(0);
    for (let position = 1; position <= 300; position += 1) heard.hear(position, RENAMED, PLANNING);
    expect(heard.isLong()).toBe(false);
    heard.hear(301, RENAMED, PLANNING);
    expect(heard.isLong()).toBe(true);
    heard.forget();
    expect([heard.isLong(), heard.isBridged(groupsAt(300)), heard.isBridged(groupsAt(301))]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
