import { expect, test } from "vitest";
import { absenceName, daysInWords, touchedEvents } from "./absences.ts";

test.each([
  ["2026-12-05", "2026-12-20", "du 5 décembre au 20 décembre 2026", "du samedi 5 au dimanche 20 décembre 2026"],
  [
    "2026-11-30",
    "2026-12-01",
    "du 30 novembre au 1er décembre 2026",
    "du lundi 30 novembre au mardi 1er décembre 2026",
  ],
  [
    "2026-12-24",
    "2027-01-03",
    "du 24 décembre 2026 au 3 janvier 2027",
    "du jeudi 24 décembre 2026 au dimanche 3 janvier 2027",
  ],
  ["2027-01-01", "2027-01-01", "du 1er janvier au 1er janvier 2027", "le vendredi 1er janvier 2027"],
])("an absence from %s to %s in words", (from, to, name, words) => {
  expect([absenceName({ from, to }), daysInWords({ from, to })]).toEqual([name, words]);
});

test.each([
  [0, 0, "Aucun événement pour l'instant"],
  [1, 0, "1 événement"],
  [2, 1, "2 événements, dont 1 déjà répondu"],
  [3, 2, "3 événements, dont 2 déjà répondus"],
])("%i events, %i of them answered", (count, answered, words) => {
  expect(touchedEvents(count, answered)).toBe(words);
});
