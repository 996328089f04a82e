import { describe, expect, test } from "vitest";
import type { PersonToAsk } from "../../domain/line-up/whom-to-ask.ts";
import type { Person } from "../../domain/people/people.ts";
import { askingMessage, HELP_TITLES, helpSentence, takenRoles } from "./whom-to-ask.ts";

function person(firstName: string, lastName: string): Person {
  return { id: firstName, firstName, lastName, positions: [] };
}

const thomas = person("Thomas", "Nguyen");
const yannick = person("Yannick", "Morel");
const camille = person("Camille", "Perrin");

const ADDRESS = "https://planning.example.org/events/a";
const direct: PersonToAsk = { person: thomas, help: "suffices", takes: ["Batterie"], gains: ["Batterie"], moves: [] };
const swap: PersonToAsk = {
  ...direct,
  gains: ["Bass"],
  moves: [{ person: yannick, from: ["Batterie"], to: ["Bass"] }],
};
const standIn: PersonToAsk = {
  person: thomas,
  help: "secures",
  takes: ["Batterie", "Piano"],
  standIns: [
    { absent: yannick, takes: ["Batterie"] },
    { absent: camille, takes: ["Piano"] },
  ],
};

describe("how somebody's yes would help", () => {
  test("is headed by what it would change", () => {
    expect(HELP_TITLES.suffices).toBe("Un seul oui suffirait");
  });

  test("is first the roles that they would take", () => {
    expect(takenRoles(direct)).toBe("Batterie");
    expect(takenRoles({ ...direct, takes: ["Lead", "Guitare"] })).toBe("Lead et Guitare");
  });

  test("is simple where they fill what is left out", () => {
    expect(helpSentence(direct)).toBe("Thomas Nguyen prendrait la Batterie.");
  });

  test("tells each change of a swap", () => {
    expect(helpSentence(swap)).toBe(
      "Thomas Nguyen prendrait la Batterie, et Yannick Morel passerait de la Batterie à la Bass.",
    );
  });

  test.each([
    [["Lead", "Guitare"], ["Lead"], "Camille Perrin laisserait la Guitare"],
    [["Lead"], ["Lead", "Piano"], "Camille Perrin prendrait aussi le Piano"],
    [[], ["Piano"], "Camille Perrin prendrait le Piano"],
    [["Lead", "Guitare"], ["Lead", "Piano"], "Camille Perrin passerait de la Guitare au Piano"],
    [["Lead", "Guitare"], ["Piano"], "Camille Perrin passerait du Lead et de la Guitare au Piano"],
  ] as const)("a move from %j to %j is « %s »", (from, to, expected) => {
    expect(helpSentence({ ...direct, moves: [{ person: camille, from, to }] })).toBe(
      `Thomas Nguyen prendrait la Batterie, et ${expected}.`,
    );
  });

  test("is what they would take in each absence, where nothing is left out", () => {
    expect(helpSentence(standIn)).toBe(
      "Thomas Nguyen prendrait la Batterie si Yannick Morel ne venait pas et le Piano si Camille Perrin ne venait pas.",
    );
  });
});

describe("the message to send", () => {
  const event = {
    name: "Répétition",
    date: "2026-11-12",
    time: "19:30",
    location: "Salle des Tilleuls, 14 rue du Four",
  };

  test("names the event, its date, place and address, the roles and what a yes would change", () => {
    expect(askingMessage(event, direct, ADDRESS)).toBe(
      [
        "Bonjour Thomas,",
        "Nous cherchons quelqu'un pour la Batterie\u00a0: «\u00a0Répétition\u00a0», jeudi 12 novembre 2026 à 19:30, Salle des Tilleuls, 14 rue du Four.",
        "Ton oui suffirait pour que nous puissions jouer. Peux-tu nous dire si tu viens\u00a0?",
        "Tu peux répondre ici\u00a0: https://planning.example.org/events/a",
        "Merci\u00a0!",
      ].join("\n"),
    );
  });

  test("of those who could double some of them says what they would take, and promises just that", () => {
    const double: PersonToAsk = { ...standIn, help: "doubles", standIns: standIn.standIns.slice(0, 1) };
    expect(helpSentence(double)).toBe("Thomas Nguyen prendrait la Batterie si Yannick Morel ne venait pas.");
    expect(askingMessage(event, double, ADDRESS)).toContain("tu pourrais remplacer quelqu'un d'indispensable.");
  });

  test("promises no more than is true", () => {
    expect(askingMessage(event, { ...direct, help: "adds_roles" }, ADDRESS)).toContain(
      "Ton oui nous aiderait beaucoup.",
    );
    expect(askingMessage(event, standIn, ADDRESS)).toContain(
      "pour la Batterie et le Piano\u00a0: «\u00a0Répétition\u00a0», jeudi 12 novembre 2026 à 19:30, Salle des Tilleuls, 14 rue du Four.\nNous pouvons déjà jouer, mais avec toi nous ne dépendrions plus d'une seule personne.",
    );
  });
});
