import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FONTS } from "./ask-for-fonts.ts";

const NORMAL = 400;
const CSS = readFileSync(new URL("../../styles/fonts.css", import.meta.url), "utf8");

/** The fonts of the style sheet that have a file, with the weights that the file holds. */
const LOADED = CSS.split("@font-face")
  .filter((face) => face.includes("url("))
  .map((face) => {
    const family = /font-family: (".+?");/.exec(face)?.[1];
    const [from = Number.NaN, to = from] = (/font-weight: ([\d ]+);/.exec(face)?.[1] ?? "").split(" ").map(Number);
    return { family, from, to };
  });

test("the fonts that are asked for early are those of the style sheet, in a weight that they have", () => {
  const asked = FONTS.map((font) => /^(?:(\d+) )?1em (".+")$/.exec(font));
  expect(asked.map((parts) => parts?.[2])).toEqual(LOADED.map(({ family }) => family));
  for (const [index, { from, to }] of LOADED.entries()) {
    const weight = Number(asked[index]?.[1] ?? NORMAL);
    expect(weight).toBeGreaterThanOrEqual(from);
    expect(weight).toBeLessThanOrEqual(to);
  }
});
