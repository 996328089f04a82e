import { expect, test } from "vitest";
import { choiceLabel, notTogether, repairSentence, stillOpenSentence, turnWords } from "./kept-line-up.ts";

function person(name: string) {
  const [firstName = "", lastName = ""] = name.split(" ");
  return { id: name, firstName, lastName, positions: [] };
}

const paul = person("Paul Martin");
const anna = person("Anna Roux");

test("an option says who already has another role, and how often they played", () => {
  expect(choiceLabel({ name: "Paul Martin", others: [], turn: "" })).toBe("Paul Martin");
  expect(choiceLabel({ name: "Paul Martin", others: ["Lead"], turn: "a joué 3\u00a0fois sur 4" })).toBe(
    "Paul Martin · déjà Lead · a joué 3\u00a0fois sur 4",
  );
  expect(notTogether("Paul Martin", ["Batterie", "Bass"])).toBe(
    "Paul Martin ne peut pas tenir à la fois la Batterie et la Bass.",
  );
});

test("a turn is a fraction, is empty without events, and says what is beyond the wish", () => {
  expect(turnWords({ played: 3, of: 4, isBeyondWish: false })).toBe("a joué 3\u00a0fois sur 4");
  expect(turnWords({ played: 3, of: 4, isBeyondWish: false, takenAt: "10:00" })).toBe(
    "pris à 10:00 · a joué 3\u00a0fois sur 4",
  );
  expect(turnWords({ played: 0, of: 0, isBeyondWish: false, takenAt: "10:00" })).toBe("pris à 10:00");
  expect(turnWords({ played: 0, of: 4, isBeyondWish: true })).toBe("a joué 0\u00a0fois sur 4 · au-delà de son souhait");
  expect(turnWords({ played: 0, of: 0, isBeyondWish: false })).toBe("");
});

test("a repair is one sentence with a clause for each person whose role changes", () => {
  const moves = [
    { person: paul, from: ["Bass"], to: ["Batterie"] },
    { person: anna, from: [], to: ["Bass"] },
  ] as const;
  expect(repairSentence(moves)).toBe("Paul Martin passe de la Bass à la Batterie, Anna Roux prend la Bass.");
});

test("somebody who keeps one role takes another one as well, gives one up, or changes the other one", () => {
  expect(repairSentence([{ person: paul, from: ["Lead"], to: ["Lead", "Piano"] }])).toBe(
    "Paul Martin prend aussi le Piano.",
  );
  expect(repairSentence([{ person: paul, from: ["Lead", "Piano"], to: ["Lead"] }])).toBe(
    "Paul Martin laisse le Piano.",
  );
  expect(repairSentence([{ person: paul, from: ["Lead", "Piano"], to: ["Lead", "Bass"] }])).toBe(
    "Paul Martin passe du Piano à la Bass.",
  );
});

test("the roles that stay open are named", () => {
  expect(stillOpenSentence(["Sono", "Pasteur"])).toBe(
    "Il manque toujours quelqu'un pour la Sono et pour le rôle de Pasteur.",
  );
});
