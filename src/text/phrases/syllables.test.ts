import fc from "fast-check";
import { expect, test } from "vitest";
import { syllables } from "./syllables.ts";

test.each([
  ["intergénérationnelle", "inter|gé|né|ra|tion|nelle"],
  ["Présentation", "Pré|sen|ta|tion"],
  ["accompagnement", "accom|pa|gne|ment"],
  ["Enregistrement", "Enre|gis|tre|ment"],
  ["orchestration", "orches|tra|tion"],
  ["baptêmes", "bap|tê|mes"],
])("%s may break as %s", (word, parts) => {
  expect(syllables(word).join("|")).toBe(parts);
});

test("short words stay whole, and so does what is no word", () => {
  expect(syllables("Culte du 1er samedi, 10:00–11:30")).toEqual(["Culte du 1er samedi, 10:00–11:30"]);
});

test("nothing is added to a text or taken from it, and no part stands alone with fewer than two letters", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zàéèêîôûç '-]{0,60}$/u), (text) => {
      const parts = syllables(text);
      expect(parts.join("")).toBe(text);
      if (parts.length > 1) for (const part of parts) expect(part.length).toBeGreaterThanOrEqual(2);
    }),
  );
});
