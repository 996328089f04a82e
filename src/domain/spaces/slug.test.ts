import { expect, test } from "vitest";
import { isSlug, suggestSlug } from "./slug.ts";

test("a slug has 3 to 30 letters, digits and inner hyphens", () => {
  const valid = ["abc", "a-b", "123", "louange-du-dimanche", "a".repeat(30), "a--b"];
  expect(valid.filter((text) => !isSlug(text))).toEqual([]);
  const invalid = ["", "a", "ab", "a".repeat(31), "-ab", "ab-", "Abc", "été", "a.b", "a_b", "a b", "abc\n", "abc."];
  expect(invalid.filter(isSlug)).toEqual([]);
});

test("a slug is no name that a domain uses for something else, and none in other letters", () => {
  const reserved = "www api admin mail smtp imap ftp app static assets status help aide demo root diapason".split(" ");
  expect([...reserved, "xn--t-9ja"].filter(isSlug)).toEqual([]);
  expect(isSlug("demo-paris")).toBe(true);
});

test("a team's name suggests an address without accents, spaces and signs", () => {
  const suggested: readonly (readonly [string, string])[] = [
    ["Louange de la Rotonde", "louange-de-la-rotonde"],
    ["  Chœur d'Été — Saint-Jean !  ", "choeur-d-ete-saint-jean"],
    ["ÉCOLE n°2", "ecole-n-2"],
    ["Groß & Æther", "gross-aether"],
    ["", ""],
    ["合唱団", ""],
  ];
  for (const [name, slug] of suggested) expect(suggestSlug(name)).toBe(slug);
});

test("a long name is cut to what an address may have, without a hyphen at its end", () => {
  const slug = suggestSlug("Fanfare municipale de la Ville de Montpellier");
  expect(slug).toBe("fanfare-municipale-de-la-ville");
  expect(isSlug(suggestSlug("Ensemble vocal du quartier Ax les Bains"))).toBe(true);
});
