import { expect, test } from "vitest";
import { fromStartToEnd } from "./event-times.ts";

test("an event's times in words: its start, until when, and from when to when past midnight", () => {
  const event = { date: "2026-11-27", time: "21:00" };
  expect(fromStartToEnd(event)).toBe("vendredi 27 novembre 2026 à 21:00");
  expect(fromStartToEnd({ ...event, endTime: "23:00" })).toBe("vendredi 27 novembre 2026 à 21:00, jusqu'à 23:00");
  expect(fromStartToEnd({ ...event, endTime: "01:00", endsNextDay: true })).toBe(
    "vendredi 27 novembre 2026 de 21:00 à 01:00",
  );
});
