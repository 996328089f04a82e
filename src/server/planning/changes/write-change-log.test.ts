import fc from "fast-check";
import { expect, test } from "vitest";
import { findEvent, type Planning } from "#domain/planning/planning.ts";
import { log, planningAt } from "#test/support/planning/test-log.ts";
import { onlyEventOf } from "./write-change-log.ts";

test("a change of whatever kind that is of one event leaves all others as they are", () => {
  fc.assert(
    fc.property(log, (changes) => {
      for (const [index, change] of changes.entries()) {
        const eventId = onlyEventOf(change);
        if (eventId === null) continue;
        const others = ({ events }: Planning) => events.filter(({ id }) => id !== eventId);
        const before = planningAt(changes, index);
        expect(findEvent(before, eventId)).toBeDefined();
        expect(others(planningAt(changes, index + 1))).toEqual(others(before));
      }
    }),
  );
});
