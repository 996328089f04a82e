import { expect, test } from "vitest";
import type { KeptLineUp } from "../kept-line-up.ts";
import { DEFAULT_COMBINABLE_PAIRS } from "../role-pairs.ts";
import { unitedLineUp } from "./united-line-up.ts";

/** The line-up of `lineUp` once the row `gone` is merged into `kept`. */
function united(lineUp: KeptLineUp): KeptLineUp {
  return unitedLineUp(lineUp, { keptId: "kept", goneId: "gone" }, DEFAULT_COMBINABLE_PAIRS);
}

test("one person has the places of both rows, if one may take these two roles", () => {
  const lineUp = [
    { role: "Lead", userId: "gone" },
    { role: "Bass", userId: "kept" },
    { role: "Piano", userId: "other" },
  ];
  expect(united(lineUp)).toEqual([
    { role: "Lead", userId: "kept" },
    { role: "Bass", userId: "kept" },
    { role: "Piano", userId: "other" },
  ]);
});

test("the place of the row that goes becomes open, if nobody may take these two roles at once", () => {
  const lineUp = [
    { role: "Lead", userId: "other" },
    { role: "Batterie", userId: "kept" },
    { role: "Bass", userId: "gone" },
  ];
  expect(united(lineUp)).toEqual(lineUp.slice(0, 2));
});

test("the place of the row that goes becomes open, if the two have three roles", () => {
  const lineUp = [
    { role: "Lead", userId: "kept" },
    { role: "Batterie", userId: "kept" },
    { role: "Bass", userId: "gone" },
  ];
  expect(united(lineUp)).toEqual(lineUp.slice(0, 2));
});

test("two places of one role become one, and those of others stay", () => {
  const lineUp = [
    { role: "Voix", userId: "kept" },
    { role: "Voix", userId: "gone" },
    { role: "Voix", userId: "other" },
  ];
  expect(united(lineUp)).toEqual([
    { role: "Voix", userId: "kept" },
    { role: "Voix", userId: "other" },
  ]);
});

test("a row that stays and has no place takes all places of the row that goes, whatever they are", () => {
  const lineUp = [
    { role: "Batterie", userId: "gone" },
    { role: "Bass", userId: "gone" },
  ];
  expect(united(lineUp)).toEqual([
    { role: "Batterie", userId: "kept" },
    { role: "Bass", userId: "kept" },
  ]);
});

test("a line-up without the row that goes stays as it is", () => {
  const lineUp = [
    { role: "Lead", userId: "kept" },
    { role: "Bass", userId: "other" },
  ];
  expect(united(lineUp)).toEqual(lineUp);
});
