import { describe, expect, test } from "vitest";
import { CRITICAL_ROLES, type CriticalRole } from "../../domain/line-up/critical-roles.ts";
import type { PlayVerdict } from "../../domain/line-up/play-verdict.ts";
import type { Person } from "../../domain/people/people.ts";
import { PLAY_STATE_WORDS } from "../phrases/availability.ts";
import { heldByNobodySentence, lineUpText, verdictSentence } from "./line-up.ts";

function person(firstName: string, lastName: string): Person {
  return { id: firstName, firstName, lastName, positions: [] };
}

const yannick = person("Yannick", "Morel");
const elise = person("Élise", "Fontaine");
const camille = person("Camille", "Perrin");
const others = ["Anna", "Basile", "Carl", "Dora", "Emma", "Félix", "Gaël"].map((name) => person(name, "Petit"));

/** A line-up of the seven roles: the given holders, and another person for each other role. */
function lineUp(holders: Partial<Record<CriticalRole, Person>> = {}): PlayVerdict["lineUp"] {
  return CRITICAL_ROLES.map((role, index) => ({ role, holder: holders[role] ?? (others[index] as Person) }));
}

const incomplete = { lineUp: [], leftOut: [], toAsk: [], missing: [], heldByNobody: [] };
const notTogether = { ...incomplete, state: "not_together", isPast: false } as const;
const outOfReach = { ...incomplete, state: "out_of_reach", isPast: false } as const;

test("the question, its five states and a line-up have their words", () => {
  expect(lineUpText).toEqual({ question: "Peut-on jouer\u00a0?", possibleLineUp: "Formation possible" });
  expect(Object.values(PLAY_STATE_WORDS)).toEqual([
    "Complet",
    "Complet, mais fragile",
    "Couvert, mais pas ensemble",
    "Rôles à pourvoir",
    "Hors de portée",
  ]);
});

describe("the answer in one sentence", () => {
  test("a complete event says how many people hold the roles", () => {
    const verdict = { state: "complete", lineUp: lineUp(), isPast: false } as const;
    expect(verdictSentence(verdict)).toBe(
      "Les sept rôles sont tenus par sept personnes, et une absence ne suffirait pas à l'empêcher.",
    );
    expect(verdictSentence({ ...verdict, isPast: true })).toBe(
      "Les sept rôles étaient tenus par sept personnes, et une absence n'aurait pas suffi à l'empêcher.",
    );
  });

  test("whoever holds two roles is named", () => {
    const doubled = lineUp({ Lead: camille, Guitare: camille });
    expect(verdictSentence({ state: "complete", lineUp: doubled, isPast: false })).toContain(
      "par six personnes (Camille Perrin\u00a0: Lead et Guitare), et",
    );
    const twice = lineUp({ Lead: camille, Guitare: camille, Bass: elise, Sono: elise });
    expect(verdictSentence({ state: "complete", lineUp: twice, isPast: false })).toContain(
      "par cinq personnes (Camille Perrin\u00a0: Lead et Guitare\u00a0; Élise Fontaine\u00a0: Bass et Sono), et",
    );
  });

  test("a fragile one says who must not stay away, and what would be missing", () => {
    const weakPoints = [
      { person: elise, leftOut: ["Piano"] },
      { person: yannick, leftOut: ["Batterie", "Bass"] },
    ] as const;
    const verdict = { state: "fragile", lineUp: lineUp(), weakPoints, toAsk: [], isPast: false } as const;
    expect(verdictSentence(verdict)).toBe(
      "Les sept rôles sont tenus par sept personnes, mais une seule absence suffirait à l'empêcher\u00a0: " +
        "sans Élise Fontaine, il manquerait quelqu'un pour le Piano\u00a0; " +
        "sans Yannick Morel, il manquerait quelqu'un pour la Batterie et pour la Bass.",
    );
    expect(verdictSentence({ ...verdict, isPast: true })).toContain(
      "mais une seule absence aurait suffi à l'empêcher\u00a0: sans Élise Fontaine, il aurait manqué quelqu'un pour",
    );
  });

  test("or only who, when they are more than three", () => {
    const weakPoints = others.slice(0, 4).map((each) => ({ person: each, leftOut: ["Lead"] as const }));
    const verdict = { state: "fragile", lineUp: lineUp(), weakPoints, toAsk: [], isPast: false } as const;
    expect(verdictSentence(verdict)).toContain(
      "mais une seule absence parmi ces quatre personnes suffirait à l'empêcher\u00a0: " +
        "Anna Petit, Basile Petit, Carl Petit et Dora Petit.",
    );
    expect(verdictSentence({ ...verdict, weakPoints: weakPoints.slice(0, 3) })).toContain("sans Carl Petit");
  });

  test("covered, but not together: who would have to be in two places", () => {
    const blockage = { roles: ["Batterie", "Bass"], holders: [yannick] } as const;
    expect(verdictSentence({ ...notTogether, blockage })).toBe(
      "Yannick Morel est la seule personne présente pour la Batterie et pour la Bass, et ne peut pas tenir les deux à la fois.",
    );
    expect(verdictSentence({ ...notTogether, blockage, isPast: true })).toBe(
      "Yannick Morel était la seule personne présente pour la Batterie et pour la Bass, et ne pouvait pas tenir les deux à la fois.",
    );
  });

  test("or how many people would have to", () => {
    const blockage = { roles: ["Lead", "Piano", "Pasteur"], holders: [elise, yannick] } as const;
    expect(verdictSentence({ ...notTogether, blockage })).toBe(
      "Élise Fontaine et Yannick Morel sont les seules personnes présentes pour le Lead, pour le Piano et pour le rôle de Pasteur, et ne peuvent pas tenir les trois à la fois.",
    );
    expect(verdictSentence({ ...notTogether, blockage, isPast: true })).toContain(
      "étaient les seules personnes présentes pour le Lead, pour le Piano et pour le rôle de Pasteur, et ne pouvaient pas tenir les trois",
    );
  });

  test("roles to fill: which, and that it is still possible", () => {
    const verdict = { ...incomplete, state: "roles_to_fill", missing: ["Batterie", "Bass"], isPast: false } as const;
    expect(verdictSentence(verdict)).toBe(
      "Personne n'est présent pour la Batterie ni pour la Bass, mais les réponses qui manquent peuvent encore suffire.",
    );
  });

  test("out of reach: what nobody can fill any more, or could not", () => {
    const blockage = { roles: ["Batterie", "Bass"], holders: [] } as const;
    expect(verdictSentence({ ...outOfReach, blockage })).toBe(
      "Il n'y a personne pour la Batterie ni pour la Bass, même avec tous les oui encore possibles.",
    );
    expect(verdictSentence({ ...outOfReach, blockage, isPast: true })).toBe(
      "Il n'y avait personne pour la Batterie ni pour la Bass.",
    );
  });

  test("out of reach: who would have to be in two places even then", () => {
    const blockage = { roles: ["Batterie", "Bass"], holders: [yannick] } as const;
    expect(verdictSentence({ ...outOfReach, blockage })).toBe(
      "Même avec tous les oui encore possibles, Yannick Morel serait la seule personne présente pour la Batterie et pour la Bass, et ne pourrait pas tenir les deux à la fois.",
    );
    const several = { roles: ["Lead", "Batterie", "Bass"], holders: [elise, yannick] } as const;
    expect(verdictSentence({ ...outOfReach, blockage: several })).toContain(
      "seraient les seules personnes présentes pour le Lead, pour la Batterie et pour la Bass, et ne pourraient pas",
    );
  });
});

test("a young team reads which services nobody in it has chosen", () => {
  expect(heldByNobodySentence(["Batterie", "Bass", "Sono"])).toBe(
    "Dans l'équipe, personne n'a encore choisi Batterie, Bass ni Sono parmi ses services\u00a0: invitez quelqu'un, ou complétez un profil.",
  );
});

test("an event that needs no role, or one, is worded without a count of seven", () => {
  expect(verdictSentence({ state: "complete", lineUp: [], isPast: false })).toBe(
    "Aucun rôle n'est nécessaire pour cet événement.",
  );
  const [only] = lineUp();
  if (!only) throw new Error("the line-up has no holding");
  expect(verdictSentence({ state: "complete", lineUp: [only], isPast: false })).toBe(
    "Le seul rôle est tenu par une personne, et une absence ne suffirait pas à l'empêcher.",
  );
  expect(verdictSentence({ state: "complete", lineUp: [only], isPast: true })).toContain("Le seul rôle était tenu");
});
