import { expect, test } from "vitest";
import { isSlug } from "./slug.ts";
import { suggestSlug } from "./suggest-slug.ts";

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
