import { expect, test } from "vitest";
import { DEFAULT_COMBINABLE_PAIRS, isCombinable, ROLE_PAIRS } from "./role-pairs.ts";

test("there are 21 pairs, each once and in the scale's order", () => {
  expect(ROLE_PAIRS).toHaveLength(21);
  expect(ROLE_PAIRS.slice(0, 2)).toEqual([
    ["Lead", "Batterie"],
    ["Lead", "Bass"],
  ]);
  expect(ROLE_PAIRS.slice(6, 8)).toEqual([
    ["Batterie", "Bass"],
    ["Batterie", "Piano"],
  ]);
  expect(ROLE_PAIRS.at(-1)).toEqual(["Sono", "Pasteur"]);
});

test("unless a group says otherwise, a leader may also play, and no other roles go together", () => {
  const combinable = ROLE_PAIRS.filter((pair) => isCombinable(DEFAULT_COMBINABLE_PAIRS, pair));
  expect(combinable).toEqual([
    ["Lead", "Batterie"],
    ["Lead", "Bass"],
    ["Lead", "Piano"],
    ["Lead", "Guitare"],
  ]);
  expect(combinable).toEqual(DEFAULT_COMBINABLE_PAIRS);
});
