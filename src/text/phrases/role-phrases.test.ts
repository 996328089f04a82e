import { expect, test } from "vitest";
import { CRITICAL_ROLES } from "../../domain/line-up/critical-roles.ts";
import { forTheRoles, frenchList, fromTheRoles, piecesOf, theRoles, toTheRoles } from "./role-phrases.ts";

test.each([
  [[], ""],
  [["Lead"], "Lead"],
  [["Lead", "Bass"], "Lead et Bass"],
  [["Lead", "Bass", "Sono"], "Lead, Bass et Sono"],
])("%j is listed « %s »", (items, expected) => {
  expect(frenchList(items)).toBe(expected);
});

test("a negative list ends with « ni »", () => {
  expect(frenchList(["Lead", "Bass", "Sono"], "ni")).toBe("Lead, Bass ni Sono");
  expect(forTheRoles(["Lead", "Bass"], "ni")).toBe("pour le Lead ni pour la Bass");
});

test("roles take their article, which « à » and « de » contract", () => {
  expect(theRoles(CRITICAL_ROLES)).toBe(
    "le Lead, la Batterie, la Bass, le Piano, la Guitare, la Sono et le rôle de Pasteur",
  );
  expect(toTheRoles(["Lead", "Batterie", "Pasteur"])).toBe("au Lead, à la Batterie et au rôle de Pasteur");
  expect(fromTheRoles(["Piano", "Guitare", "Pasteur"])).toBe("du Piano, de la Guitare et du rôle de Pasteur");
  expect(forTheRoles(["Batterie", "Bass"])).toBe("pour la Batterie et pour la Bass");
});

test("a sentence is cut where it names roles, and nowhere in the names of people", () => {
  const sentence = "Samuel Bass passerait de la Batterie au Piano.";
  expect(piecesOf(sentence).filter(({ isRole }) => isRole)).toEqual([
    { text: "Batterie", isRole: true },
    { text: "Piano", isRole: true },
  ]);
  expect(
    piecesOf(sentence)
      .map(({ text }) => text)
      .join(""),
  ).toBe(sentence);
});

test("the roles beyond the seven take their article too, the one in the plural its own", () => {
  expect(theRoles(["Voix", "Clavier", "Violon", "Saxophone", "Percussions", "DM"])).toBe(
    "la Voix, le Clavier, le Violon, le Saxophone, les Percussions et le rôle de DM",
  );
  expect(toTheRoles(["Percussions", "Clavier"])).toBe("aux Percussions et au Clavier");
  expect(fromTheRoles(["Percussions", "DM"])).toBe("des Percussions et du rôle de DM");
  const named = piecesOf("Anna passerait des Percussions à la Voix.").filter(({ isRole }) => isRole);
  expect(named.map(({ text }) => text)).toEqual(["Percussions", "Voix"]);
});

test("roles of the team's own are worded as roles", () => {
  expect(theRoles(["Trompette", "Accueil", "Éclairage"])).toBe(
    "le rôle de Trompette, le rôle d'Accueil et le rôle d'Éclairage",
  );
  expect(toTheRoles(["Harpe"])).toBe("au rôle d'Harpe");
});
