import { expect, test } from "vitest";
import type { RoleBench } from "../../domain/line-up/bench.ts";
import type { Person } from "../../domain/people/people.ts";
import { benchCount, benchHint, benchNames, benchText, combinableText, pairLabel } from "./bench.ts";

const camille: Person = { id: "c", firstName: "Camille", lastName: "Perrin", positions: ["Lead"] };
const helene: Person = { id: "h", firstName: "Hélène", lastName: "Brunet", positions: ["Lead"] };

const CASES: readonly (readonly [RoleBench, string, string, string])[] = [
  [{ role: "Lead", depth: "nobody", holders: [] }, "Personne", "", "Personne ne tient encore ce rôle."],
  [
    { role: "Lead", depth: "one", holders: [camille] },
    "1 personne",
    "Camille Perrin",
    "Une seule personne\u00a0: son absence laisserait le rôle vide.",
  ],
  [
    { role: "Lead", depth: "several", holders: [helene, camille] },
    "2 personnes",
    "Hélène Brunet et Camille Perrin",
    "Plusieurs personnes peuvent se remplacer.",
  ],
];

test.each(CASES)("a role held by %j says how many, who, and what that means", (bench, count, names, hint) => {
  expect([benchCount(bench), benchNames(bench, new Map()).join(" et "), benchHint(bench)]).toEqual([
    count,
    names,
    hint,
  ]);
});

test("those whose turns are told are named with them, where there was an event", () => {
  const turns = new Map([
    ["c", { userId: "c", played: 3, of: 4, isBeyondWish: false }],
    ["h", { userId: "h", played: 0, of: 0, isBeyondWish: false }],
  ]);
  expect(benchNames({ role: "Lead", depth: "several", holders: [helene, camille] }, turns)).toEqual([
    "Hélène Brunet",
    "Camille Perrin (a joué 3\u00a0fois sur 4)",
  ]);
});

test("the bench and the combinable roles have their words", () => {
  expect(benchText.title).toBe("Banc");
  expect(combinableText.title).toBe("Rôles combinables");
  expect(combinableText.explanation).toContain("Jamais trois.");
});

test("a pair of roles is named by both", () => {
  expect(pairLabel(["Lead", "Guitare"])).toBe("Lead et Guitare");
});
