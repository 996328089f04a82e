import { expect, test } from "vitest";
import type { PersonToAsk } from "#domain/line-up/whom-to-ask.ts";
import { inPriceOrder } from "./people-to-ask.tsx";

function person(id: string) {
  return { id, firstName: id, lastName: "Morel", positions: [] };
}

function asked(id: string): PersonToAsk {
  return { person: person(id), help: "suffices", takes: ["Batterie"], gains: ["Batterie"], moves: [] };
}

test("people are asked in the order of their price, with what changes in the kept line-up", () => {
  const moves = [
    { person: person("yes"), from: [], to: ["Bass"] },
    { person: person("other"), from: ["Bass"], to: ["Batterie"] },
  ] as const;
  const prices = [{ person: person("yes"), isBeyondWish: false, repair: { lineUp: [], moves, open: [] } }];
  expect(inPriceOrder([asked("free"), asked("yes")], prices)).toEqual([
    { ...asked("yes"), takes: ["Bass"], moves: [moves[1]] },
    asked("free"),
  ]);
});
