import { describe, expect, test } from "vitest";
import type { AnswerEffect } from "../../domain/line-up/answer-effect.ts";
import { currentAnswer, greeting, notedSentence, outcomeSentence } from "./answer-link.ts";

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
    expect([outcomeSentence("present", effect, 7), outcomeSentence("absent", effect, 7)]).toEqual([present, absent]);
  });
});

test("roles in the plural are covered in the plural", () => {
  expect(outcomeSentence("present", { kind: "covers", roles: ["Percussions"] }, 8)).toBe(
    "Les Percussions sont couvertes. Merci\u00a0!",
  );
});
