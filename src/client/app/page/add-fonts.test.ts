import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { FONTS } from "./add-fonts.ts";

const CSS = readFileSync(new URL("../../styles/fonts.css", import.meta.url), "utf8");

test("the fonts that the application adds are those of the style sheet", () => {
  const faces = CSS.split("@font-face").slice(1);
  const written = faces.map((face) => ({
    family: /font-family: "(.+?)";/.exec(face)?.[1],
    file: /url\(".*\/(.+?)"\)/.exec(face)?.[1],
    weight: /font-weight: (.+?);/.exec(face)?.[1],
  }));
  expect(FONTS.map(({ family, file, weight }) => ({ family, file: basename(file), weight }))).toEqual(written);
});
