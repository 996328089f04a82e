import { expect, test } from "vitest";
import { timeZoneNamed } from "../calendar/time-zone.ts";
import { endOfEvent } from "../planning/event-end.ts";

const PARIS = timeZoneNamed("Europe/Paris");

function end(event: Parameters<typeof endOfEvent>[0]): string {
  return new Date(endOfEvent(event, PARIS)).toISOString();
}

test("an event is over at its end, by the clock of its place", () => {
  expect(end({ date: "2026-11-29", time: "10:00", endTime: "11:15" })).toBe("2026-11-29T10:15:00.000Z");
});

test("an event without an end is over two hours after its start, past midnight and over a change of the clocks", () => {
  expect(end({ date: "2026-11-29", time: "10:00" })).toBe("2026-11-29T11:00:00.000Z");
  expect(end({ date: "2026-11-29", time: "23:30" })).toBe("2026-11-30T00:30:00.000Z");
  // Clocks go forward at 2:00.
  expect(end({ date: "2027-03-28", time: "01:30" })).toBe("2027-03-28T02:30:00.000Z");
});
