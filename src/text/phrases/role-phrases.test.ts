import { expect, test } from "vitest";
import { BAND_ROLES } from "../../domain/line-up/band-roles.ts";
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
  expect(piecesOf(sentence, BAND_ROLES).filter(({ isRole }) => isRole)).toEqual([
    { text: "Batterie", isRole: true },
    { text: "Piano", isRole: true },
  ]);
  expect(
    piecesOf(sentence, BAND_ROLES)
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
  const named = piecesOf("Anna passerait des Percussions à la Voix.", BAND_ROLES).filter(({ isRole }) => isRole);
  expect(named.map(({ text }) => text)).toEqual(["Percussions", "Voix"]);
});

test("roles of the team's own take the article of a well-known first word, and are otherwise worded as roles", () => {
  expect(theRoles(["Trompette basse", "Cor anglais", "Alto", "Éclairage", "Chœur"])).toBe(
    "la Trompette basse, le Cor anglais, l'Alto, l'Éclairage et le Chœur",
  );
  expect(toTheRoles(["Tuba", "Accueil", "Harpe"])).toBe("au Tuba, à l'Accueil et à la Harpe");
  expect(fromTheRoles(["Tuba", "Accueil", "Harpe"])).toBe("du Tuba, de l'Accueil et de la Harpe");
  expect(theRoles(["Danse", "Écran", "Cordes", "Hautparleurs"])).toBe(
    "le rôle de Danse, le rôle d'Écran, le rôle de Cordes et le rôle de Hautparleurs",
  );
  expect(toTheRoles(["Danse"])).toBe("au rôle de Danse");
});

test("a sentence is cut at roles of the team's own, whatever is in their names, and at the whole of a name", () => {
  const roles = ["Trompette", "Trompette basse", "Éclairage", "Café (accueil)", "Écran", "Son+", "Vidéo"];
  const names = (sentence: string) =>
    piecesOf(sentence, roles)
      .filter(({ isRole }) => isRole)
      .map(({ text }) => text);
  expect(names(`Luc Vidéo passe de la Trompette ${toTheRoles(["Trompette basse", "Éclairage"])}.`)).toEqual([
    "Trompette",
    "Trompette basse",
    "Éclairage",
  ]);
  expect(names(`Personne ${forTheRoles(["Café (accueil)", "Écran", "Son+", "Vidéo"])}.`)).toEqual([
    "Café (accueil)",
    "Écran",
    "Son+",
    "Vidéo",
  ]);
  expect(names("Anna prend la Trompettes et la Voix.")).toEqual([]);
  expect(piecesOf("Tout va bien.", [])).toEqual([{ text: "Tout va bien.", isRole: false }]);
});
