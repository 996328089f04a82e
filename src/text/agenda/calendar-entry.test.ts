import { expect, test } from "vitest";
import { entryDescription, sharedEntryDescription } from "./calendar-entry.ts";

const ENTRY = { details: "Noir.", address: "https://diapason.example/events/1", roles: ["Lead", "Guitare"] } as const;

test.each([
  ["present", "Votre réponse\u00a0: présent."],
  [null, "Vous n'avez pas encore répondu."],
] as const)("an entry answered %s says what the person plays", (state, answer) => {
  expect(entryDescription({ ...ENTRY, state })).toBe(
    `Noir.\n\nVous jouez\u00a0: Lead, Guitare\n\n${answer}\n\nhttps://diapason.example/events/1`,
  );
});

test.each(["absent", "cancelled"] as const)("an entry that is %s does not say what the person plays", (state) => {
  expect(entryDescription({ ...ENTRY, state })).not.toContain("Vous jouez");
});

test("an entry without a line-up reads as before", () => {
  expect(entryDescription({ details: undefined, state: "present", address: null })).toBe(
    "Votre réponse\u00a0: présent.",
  );
  expect(entryDescription({ details: undefined, state: "present", roles: [], address: null })).toBe(
    "Votre réponse\u00a0: présent.",
  );
});

test("an entry says what is played, one title a line with tonality and link", () => {
  const programme = [
    { title: "À toi la gloire", key: "Sol", link: "https://chants.example/gloire", note: "doux" },
    { title: "Abba Père" },
  ];
  const lines = "Programme\u00a0:\nÀ toi la gloire (Sol) https://chants.example/gloire\nAbba Père";
  expect(entryDescription({ ...ENTRY, state: "absent", programme })).toContain(`Noir.\n\n${lines}\n\n`);
  const { details, address } = ENTRY;
  expect(sharedEntryDescription({ details, address, programme })).toBe(`Noir.\n\n${lines}\n\n${address}`);
});
