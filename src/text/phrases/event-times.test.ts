import { expect, test } from "vitest";
import { fromStartToEnd, ofMonth, shortDay } from "./event-times.ts";

test("an event's times in words: its start, until when, and from when to when past midnight", () => {
  const event = { date: "2026-11-27", time: "21:00" };
  expect(fromStartToEnd(event)).toBe("vendredi 27 novembre 2026 à 21:00");
  expect(fromStartToEnd({ ...event, endTime: "23:00" })).toBe("vendredi 27 novembre 2026 à 21:00, jusqu'à 23:00");
  expect(fromStartToEnd({ ...event, endTime: "01:00", endsNextDay: true })).toBe(
    "vendredi 27 novembre 2026 de 21:00 à 01:00",
  );
});

test("a day of a month that is obvious is short, and the first is « 1er »", () => {
  expect(shortDay("2026-11-15")).toBe("dim. 15");
  expect(shortDay("2026-11-21")).toBe("sam. 21");
  expect(shortDay("2026-12-01")).toBe("mar. 1er");
});

test("« de » is elided before the months that begin with a vowel", () => {
  const months = Array.from({ length: 12 }, (_, index) => ofMonth({ year: 2026, month: index + 1 }));
  expect(months.filter((title) => title.startsWith("d'"))).toEqual(["d'avril 2026", "d'août 2026", "d'octobre 2026"]);
  expect(months.filter((title) => title.startsWith("de "))).toHaveLength(9);
  expect(months[10]).toBe("de novembre 2026");
});
