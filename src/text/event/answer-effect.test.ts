import { describe, expect, test } from "vitest";
import type { AnswerEffect } from "../../domain/line-up/answer-effect.ts";
import { CRITICAL_ROLES } from "../../domain/line-up/critical-roles.ts";
import { currentAnswer, effectSentence, greeting, notedSentence, outcomeSentence } from "./answer-effect.ts";

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
  expect(effectSentence(effect, CRITICAL_ROLES)).toBe(expected);
});

test("greets, and repeats an answer", () => {
  expect(greeting("Thomas")).toBe("Bonjour Thomas,");
  expect(notedSentence("present")).toBe("C'est noté\u00a0: présent.");
  expect(currentAnswer("absent")).toBe("Pour l'instant\u00a0: absent.");
});

describe("what an answer has changed", () => {
  const effects: [AnswerEffect, string, string][] = [
    [{ kind: "covers", roles: ["Batterie"] }, "La Batterie est couverte. Merci\u00a0!", "Sans vous, pas de Batterie."],
    [
      { kind: "covers", roles: ["Batterie", "Guitare"] },
      "La Batterie et la Guitare sont couvertes. Merci\u00a0!",
      "Sans vous, pas de Batterie ni de Guitare.",
    ],
    [
      { kind: "covers", roles: ["Lead", "Guitare"] },
      "Le Lead et la Guitare sont couverts. Merci\u00a0!",
      "Sans vous, pas de Lead ni de Guitare.",
    ],
    [
      { kind: "covers", roles: ["Pasteur"] },
      "Le rôle de Pasteur est couvert. Merci\u00a0!",
      "Sans vous, pas de Pasteur.",
    ],
    [
      { kind: "line_up", isWhole: true, leftOutWithout: ["Bass"] },
      "Les sept rôles peuvent être tenus ensemble. Merci\u00a0!",
      "Sans vous, les sept rôles ne peuvent pas être tenus ensemble.",
    ],
    [
      { kind: "line_up", isWhole: false, leftOutWithout: ["Bass"] },
      "Plus de rôles peuvent être tenus ensemble. Merci\u00a0!",
      "Sans vous, moins de rôles peuvent être tenus ensemble.",
    ],
    [
      { kind: "secures" },
      "Une seule absence n'empêche plus de jouer. Merci\u00a0!",
      "Sans vous, une seule autre absence suffirait à empêcher de jouer.",
    ],
    [
      { kind: "none", roles: [{ role: "Batterie", others: 2 }] },
      "Batterie\u00a0: déjà 2 personnes. Merci\u00a0!",
      "Batterie\u00a0: déjà 2 personnes.",
    ],
    [{ kind: "no_critical_service" }, "Merci\u00a0!", "Merci d'avoir répondu."],
  ];
  test.each(effects)("%j", (effect, present, absent) => {
    expect([
      outcomeSentence("present", effect, CRITICAL_ROLES),
      outcomeSentence("absent", effect, CRITICAL_ROLES),
    ]).toEqual([present, absent]);
  });
});

test("roles in the plural are covered in the plural", () => {
  expect(outcomeSentence("present", { kind: "covers", roles: ["Percussions"] }, ["Percussions"])).toBe(
    "Les Percussions sont couvertes. Merci\u00a0!",
  );
});
