import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Log, log, partsAt, planningAt } from "#test/support/planning/test-log.ts";
import type { PlanningPart, ReadPart } from "./known-planning.ts";
import { createReceivedChanges, type ReceivedChanges } from "./received-changes.ts";

function receive(received: ReceivedChanges, changes: Log, from: number, to = changes.length): void {
  for (const [index, change] of changes.entries()) {
    const position = index + 1;
    if (position > from && position <= to) received.receive(position, change, planningAt(changes, index));
  }
}

/** Sorts events for comparison: applied changes append events, reads return them sorted. */
function inOrder(part: PlanningPart): PlanningPart {
  return part.type === "events" ? { ...part, events: part.events.toSorted((a, b) => (a.id < b.id ? -1 : 1)) } : part;
}

function expectNow(received: ReceivedChanges, reads: readonly ReadPart[], changes: Log): void {
  const position = changes.length;
  expect(reads.map((read) => received.withChanges(read)).map(({ part }) => inOrder(part))).toEqual(
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
        const received = createReceivedChanges();
        received.startAt(start);
        const reads = partsAt(changes, position);
        receive(received, changes, start);
        expectNow(received, reads, changes);
      }),
    );
  });

  it("looked at between any two of them, or only at the end", () => {
    fc.assert(
      fc.property(logWithMoment, ({ changes, position }) => {
        const received = createReceivedChanges();
        received.startAt(position);
        const reads = partsAt(changes, position);
        for (let next = position; next < changes.length; next += 1) {
          receive(received, changes, next, next + 1);
          for (const read of reads) received.withChanges(read);
        }
        expectNow(received, reads, changes);
      }),
    );
  });

  it("also when acknowledgements come before what the stream tells, in any order", () => {
    const acknowledged = logWithMoment.chain((moment) =>
      fc.record({ moment: fc.constant(moment), early: fc.shuffledSubarray([...moment.changes.keys()]) }),
    );
    fc.assert(
      fc.property(acknowledged, ({ moment: { changes, position }, early }) => {
        const received = createReceivedChanges();
        received.startAt(position);
        const reads = partsAt(changes, position);
        for (const index of early) {
          const change = changes[index];
          if (change && index >= position) received.acknowledge(index + 1, change, planningAt(changes, index));
          for (const read of reads) received.withChanges(read);
        }
        receive(received, changes, position);
        expectNow(received, reads, changes);
      }),
    );
  });

  it("also when what was heard is worked into what was read, and dropped", () => {
    fc.assert(
      fc.property(logWithMoment, ({ changes, position, start }) => {
        fc.pre(start <= position);
        const received = createReceivedChanges();
        received.startAt(start);
        receive(received, changes, start, position);
        const reads = partsAt(changes, start).map((read) => received.rebased(read));
        received.dropStreamed();
        receive(received, changes, position);
        expectNow(received, reads, changes);
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
    const received = createReceivedChanges();
    expect(received.hasAllChangesAfter(groupsAt(0))).toBe(true);
    received.startAt(7);
    expect([6, 7, 8].map((position) => received.hasAllChangesAfter(groupsAt(position)))).toEqual([false, true, true]);
  });

  it("leaves a part the same object until a change touches it", () => {
    const received = createReceivedChanges();
    received.startAt(7);
    const read = groupsAt(7);
    expect(received.withChanges(read)).toBe(received.withChanges(read));
    received.receive(8, { type: "event.deleted", eventId: "e1" }, PLANNING);
    expect(received.withChanges(read)).toBe(read);
  });

  it("is a change once, also when the stream tells what was acknowledged", () => {
    const received = createReceivedChanges();
    received.startAt(7);
    const read = groupsAt(7);
    received.acknowledge(8, RENAMED, PLANNING);
    const shown = received.withChanges(read).part;
    received.receive(8, RENAMED, PLANNING);
    expect(received.withChanges(read).part).toBe(shown);
  });

  it("is what the stream tells where an acknowledgement that changed nothing came with another change's number", () => {
    const received = createReceivedChanges();
    received.startAt(7);
    const other = { ...RENAMED, name: "Ados" };
    received.acknowledge(8, RENAMED, PLANNING);
    received.receive(8, other, PLANNING);
    received.acknowledge(8, RENAMED, PLANNING);
    expect(received.withChanges(groupsAt(7)).part).toEqual(groupsAt(8, "Ados").part);
  });

  it("holds what was acknowledged without a number, after what is known and before what comes", () => {
    const received = createReceivedChanges();
    received.startAt(7);
    received.acknowledge(null, RENAMED, PLANNING);
    expect(received.withChanges(groupsAt(7)).part).toEqual(groupsAt(8, "Chorale").part);
    received.receive(8, { ...RENAMED, name: "Ados" }, PLANNING);
    expect(received.withChanges(groupsAt(7)).part).toEqual(groupsAt(8, "Ados").part);
    expect(received.withChanges(groupsAt(8)).part).toEqual(groupsAt(8).part);
  });

  it("holds it also on what was read without a stream", () => {
    const received = createReceivedChanges();
    const read = groupsAt(7);
    received.withChanges(read);
    received.acknowledge(null, RENAMED, PLANNING);
    expect(received.withChanges(read).part).toEqual(groupsAt(8, "Chorale").part);
  });

  it("is forgotten where the log begins anew behind it", () => {
    const received = createReceivedChanges();
    received.startAt(7);
    received.acknowledge(9, RENAMED, PLANNING);
    received.startAt(3);
    expect(received.withChanges(groupsAt(3)).part).toEqual(groupsAt(3).part);
  });

  it("stays on what was read before it, when all is to be read again", () => {
    const received = createReceivedChanges();
    received.startAt(7);
    received.receive(8, RENAMED, PLANNING);
    received.startAt(9);
    expect(received.withChanges(groupsAt(7)).part).toEqual(groupsAt(8, "Chorale").part);
    expect(received.hasAllChangesAfter(groupsAt(8))).toBe(false);
  });

  it("is long beyond some hundreds, until it is forgotten", () => {
    const received = createReceivedChanges();
    received.startAt(0);
    for (let position = 1; position <= 300; position += 1) received.receive(position, RENAMED, PLANNING);
    expect(received.isLong()).toBe(false);
    received.receive(301, RENAMED, PLANNING);
    expect(received.isLong()).toBe(true);
    received.dropStreamed();
    expect([
      received.isLong(),
      received.hasAllChangesAfter(groupsAt(300)),
      received.hasAllChangesAfter(groupsAt(301)),
    ]).toEqual([false, false, true]);
  });
});
