import { expect, test } from "vitest";
import type { PlayedTitle } from "./repertoire.ts";
import { BY_TITLE, orderAfterPress, sortedTitles, TO_REDISCOVER } from "./sorted-titles.ts";

const TITLES: readonly PlayedTitle[] = [
  { title: "Vienne ton règne", key: "Si b", times: 0, lastPlayed: "2025-09-07" },
  { title: "À toi la gloire", key: "Sol", times: 6, lastPlayed: "2026-11-08" },
  { title: "Entre tes mains", times: 1, lastPlayed: "2026-01-11" },
];

function shown(order: Parameters<typeof sortedTitles>[1], typed = ""): string[] {
  return sortedTitles(TITLES, order, typed).map(({ title }) => title);
}

test("titles are sorted by letters whatever their accents, by tonality with those without one last, by times and by day", () => {
  expect(shown(BY_TITLE)).toEqual(["À toi la gloire", "Entre tes mains", "Vienne ton règne"]);
  expect(shown({ column: "key", isDescending: false })).toEqual([
    "Vienne ton règne",
    "À toi la gloire",
    "Entre tes mains",
  ]);
  expect(shown({ column: "key", isDescending: true })).toEqual([
    "À toi la gloire",
    "Vienne ton règne",
    "Entre tes mains",
  ]);
  expect(shown({ column: "times", isDescending: true })[0]).toBe("À toi la gloire");
  expect(shown(TO_REDISCOVER)).toEqual(["Vienne ton règne", "Entre tes mains", "À toi la gloire"]);
});

test("titles that are equal in a column are sorted by their letters, whichever way the column is sorted", () => {
  const equal: readonly PlayedTitle[] = [
    { title: "Ô Dieu", key: "Sol", times: 2, lastPlayed: "2026-01-11" },
    { title: "Entre tes mains", times: 2, lastPlayed: "2026-01-11" },
    { title: "Abba", times: 2, lastPlayed: "2026-01-11" },
    { title: "Béni soit", key: "Sol", times: 2, lastPlayed: "2026-01-11" },
  ];
  for (const isDescending of [false, true]) {
    const titlesBy = (column: "key" | "times" | "lastPlayed") =>
      sortedTitles(equal, { column, isDescending }, "").map(({ title }) => title);
    expect(titlesBy("key")).toEqual(["Béni soit", "Ô Dieu", "Abba", "Entre tes mains"]);
    expect(titlesBy("times")).toEqual(["Abba", "Béni soit", "Entre tes mains", "Ô Dieu"]);
    expect(titlesBy("lastPlayed")).toEqual(["Abba", "Béni soit", "Entre tes mains", "Ô Dieu"]);
  }
});

test("a search finds what a title contains, whatever its case and accents", () => {
  expect(shown(BY_TITLE, "REGNE")).toEqual(["Vienne ton règne"]);
  expect(shown(BY_TITLE, "  ")).toHaveLength(3);
  expect(shown(BY_TITLE, "xyz")).toEqual([]);
});

test("a press on a head shows the most useful way first, then the other", () => {
  const often = orderAfterPress("times", BY_TITLE);
  expect(often).toEqual({ column: "times", isDescending: true });
  expect(orderAfterPress("times", often)).toEqual({ column: "times", isDescending: false });
  expect(orderAfterPress("title", BY_TITLE)).toEqual({ column: "title", isDescending: true });
  expect(orderAfterPress("lastPlayed", { column: "lastPlayed", isDescending: true })).toEqual(TO_REDISCOVER);
});
