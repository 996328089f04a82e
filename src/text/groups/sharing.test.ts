import { expect, it } from "vitest";
import { unsentAnswers, unsentConsequence } from "../shell/connection.ts";
import { addedSentence, leftoverSentence, planningFileName, sharedSentence, whatWillBeShared } from "./sharing.ts";

function spaced(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

it.each([
  [{ groups: 3, events: 12 }, "3 groupes et 12 événements seront partagés."],
  [{ groups: 1, events: 0 }, "1 groupe et 0 événement sera partagé."],
])("what will be shared is counted: %o", (counts, sentence) => {
  expect(whatWillBeShared(counts)).toBe(sentence);
});

it("what a device still holds is counted", () => {
  expect(spaced(leftoverSentence({ groups: 1, events: 4 }))).toBe(
    "Cet appareil garde un planning qui n'est pas partagé : 1 groupe et 4 événements.",
  );
});

it.each([
  [0, "C'est partagé : 3 groupes, 1 événement et 40 réponses."],
  [
    1,
    "C'est partagé : 3 groupes, 1 événement et 40 réponses. 1 réponse n'a pas suivi : son auteur n'a plus de compte.",
  ],
  [
    2,
    "C'est partagé : 3 groupes, 1 événement et 40 réponses. 2 réponses n'ont pas suivi : leurs auteurs n'ont plus de compte.",
  ],
])("a receipt tells what was published, and of %i answers that they were left out", (leftOut, sentence) => {
  expect(spaced(sharedSentence({ groups: 3, events: 1, answers: 40, leftOut }))).toBe(sentence);
});

it("an addition tells what came, or that everything was there before", () => {
  expect(spaced(addedSentence({ groups: 1, events: 4, answers: 1, leftOut: 0 }))).toBe(
    "C'est ajouté : 1 groupe, 4 événements et 1 réponse.",
  );
  expect(addedSentence({ groups: 0, events: 0, answers: 0, leftOut: 0 })).toBe(
    "Tout était déjà dans le planning partagé.",
  );
});

it("the file of a planning carries its day", () => {
  expect(planningFileName("2026-11-12")).toBe("diapason-planning-2026-11-12.json");
});

it("answers that wait are counted, one apart from several", () => {
  expect([1, 2].map(unsentAnswers)).toEqual(["1 réponse en attente", "2 réponses en attente"]);
  expect(unsentConsequence(1)).toContain("Elle reste sur cet appareil");
  expect(unsentConsequence(2)).toContain("2 réponses n'ont pas encore été envoyées. Elles restent sur cet appareil");
});
