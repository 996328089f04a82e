import { expect, test } from "vitest";
import { addDays } from "../../domain/calendar/calendar.ts";
import { playedSentence, timeAgo } from "./programme.ts";

const TODAY = "2026-11-12";

test("the distance to a day is in days, then weeks, then months, then years", () => {
  const distances = [-1, 0, 1, 4, 7, 14, 25, 39, 53, 60, 151, 305, 431, 730, 1_200];
  expect(distances.map((days) => timeAgo(addDays(TODAY, -days), TODAY))).toEqual([
    "aujourd'hui",
    "aujourd'hui",
    "hier",
    "il y a 4 jours",
    "il y a 1 semaine",
    "il y a 2 semaines",
    "il y a 3 semaines",
    "il y a 5 semaines",
    "il y a 7 semaines",
    "il y a 2 mois",
    "il y a 5 mois",
    "il y a 10 mois",
    "il y a 14 mois",
    "il y a 2 ans",
    "il y a 3 ans",
  ]);
});

test("how often a title was played is said where it was played in a year", () => {
  const title = { title: "Abba", times: 5, lastPlayed: addDays(TODAY, -21) };
  expect(playedSentence(title, TODAY)).toBe("joué il y a 3 semaines, 5 fois en un an");
  expect(playedSentence({ ...title, times: 0 }, TODAY)).toBe("joué il y a 3 semaines");
  expect(playedSentence({ title: "Abba", times: 0 }, TODAY)).toBe("");
});
