import { expect, test } from "vitest";
import { ofMonth, shortDay } from "./short-dates.ts";

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
