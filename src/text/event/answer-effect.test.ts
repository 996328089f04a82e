import { expect, test } from "vitest";
import type { AnswerEffect } from "../../domain/line-up/answer-effect.ts";
import { effectSentence } from "./answer-effect.ts";

const CASES: readonly (readonly [AnswerEffect, string])[] = [
  [{ kind: "covers", roles: ["Batterie"] }, "Sans vous, pas de Batterie."],
  [{ kind: "covers", roles: ["Lead", "Guitare"] }, "Sans vous, pas de Lead ni de Guitare."],
  [{ kind: "covers", roles: ["Lead", "Bass", "Guitare"] }, "Sans vous, pas de Lead, de Bass ni de Guitare."],
  [
    { kind: "line_up", isWhole: true, leftOutWithout: ["Bass"] },
    "Sans vous, les sept rôles ne peuvent pas être tenus ensemble.",
  ],
  [
    { kind: "line_up", isWhole: false, leftOutWithout: ["Bass", "Sono"] },
    "Sans vous, moins de rôles peuvent être tenus ensemble.",
  ],
  [{ kind: "secures" }, "Sans vous, une seule autre absence suffirait à empêcher de jouer."],
  [{ kind: "none", roles: [{ role: "Batterie", others: 2 }] }, "Batterie\u00a0: déjà 2 personnes."],
  [{ kind: "none", roles: [{ role: "Batterie", others: 1 }] }, "Batterie\u00a0: déjà 1 personne."],
  [
    {
      kind: "none",
      roles: [
        { role: "Lead", others: 1 },
        { role: "Guitare", others: 2 },
      ],
    },
    "Lead et Guitare sont aussi tenus sans vous.",
  ],
  [
    { kind: "no_critical_service" },
    "Aucun de vos services n'est un rôle critique\u00a0; votre présence compte quand même.",
  ],
];

test.each(CASES)("%j reads « %s »", (effect, expected) => {
  expect(effectSentence(effect, 7)).toBe(expected);
});
