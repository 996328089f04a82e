import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StreamedEvent } from "./stream-position.ts";
import { advance, type StreamProgress, NO_PROGRESS, currentState } from "./stream-progress.ts";
import type { LiveEvent } from "./live-event.ts";

function ready(position: number, after = position): StreamedEvent {
  return { event: { type: "ready", position }, after };
}

function changed(position: number, after = position - 1): StreamedEvent {
  const change = { type: "group.deleted", groupId: String(position) } as const;
  return { event: { type: "change", position, change }, after };
}

const DOWN: StreamedEvent = { event: { type: "down" }, after: null };

/** Applies all events in turn; returns the new events and the final progress. */
function advanceAll(...all: readonly StreamedEvent[]): {
  readonly events: LiveEvent[];
  readonly progress: StreamProgress;
} {
  const events: LiveEvent[] = [];
  let progress = NO_PROGRESS;
  for (const streamed of all) {
    const step = advance(progress, streamed);
    progress = step.progress;
    events.push(...step.events);
  }
  return { events, progress };
}

function summaryOf({ events }: { readonly events: readonly LiveEvent[] }): string[] {
  return events.map((event) => ("position" in event ? `${event.type} ${event.position}` : event.type));
}

describe("what is new", () => {
  it("a change, once, whoever tells it", () => {
    expect(summaryOf(advanceAll(ready(7), changed(8), changed(8), changed(7), changed(9)))).toEqual([
      "ready 7",
      "change 8",
      "change 9",
    ]);
  });

  it("the changes between where the tab was and where the log is", () => {
    expect(summaryOf(advanceAll(ready(5), DOWN, ready(7, 5), changed(6), changed(7)))).toEqual([
      "ready 5",
      "down",
      "ready 7",
      "change 6",
      "change 7",
    ]);
  });

  it("positions that the log has for others only are no gap", () => {
    expect(summaryOf(advanceAll(ready(5), changed(9, 5)))).toEqual(["ready 5", "change 9"]);
  });

  it("a way the stream stands, once", () => {
    expect(summaryOf(advanceAll(DOWN, DOWN, ready(3), ready(3), DOWN))).toEqual(["down", "ready 3", "down"]);
  });

  it("that everything must be read again, where a change before this one was missed", () => {
    expect(summaryOf(advanceAll(ready(5), changed(7), changed(8)))).toEqual(["ready 5", "reload 7", "change 8"]);
  });

  it("that everything must be read again, where the stream goes on from a later place", () => {
    expect(summaryOf(advanceAll(ready(5), DOWN, ready(9, 8), changed(9)))).toEqual([
      "ready 5",
      "down",
      "reload 8",
      "ready 9",
      "change 9",
    ]);
  });

  it("the changes of a log that has begun anew", () => {
    const anew: StreamedEvent = { event: { type: "reload", position: 2 }, after: 2 };
    expect(summaryOf(advanceAll(ready(5), anew, ready(2), changed(3)))).toEqual(["ready 5", "reload 2", "change 3"]);
  });
});

it("whoever joins is told the latest position, not that of the connection", () => {
  expect(currentState(NO_PROGRESS)).toBeNull();
  expect(currentState(advanceAll(ready(5), changed(6), changed(7)).progress)).toEqual({ type: "ready", position: 7 });
  expect(currentState(advanceAll(ready(5), DOWN).progress)).toEqual({ type: "down" });
});

it("whatever is doubled, lost or late, no change comes twice, and none is missed without a word", () => {
  const length = 12;
  const positionLists = fc.array(fc.integer({ min: 1, max: length }), { maxLength: 40 });
  fc.assert(
    fc.property(positionLists, (positions) => {
      const { events, progress } = advanceAll(ready(0), ...positions.map((position) => changed(position)));
      let known = 0;
      for (const event of events) {
        if (event.type === "change") expect(event.position).toBe(known + 1);
        if (event.type === "reload") expect(event.position).toBeGreaterThan(known + 1);
        if ("position" in event) known = event.position;
      }
      expect(progress.position).toBe(Math.max(0, ...positions));
    }),
  );
});
