#!/usr/bin/env node
/**
 * Makes the two fonts of the page from the fontsource packages: Radio Canada for text (variable weight, 300 to 700) and
 * Besley for titles (one weight, 560). They keep only the characters that French needs: at most 40 kB for both.
 *
 * Run it after a new version of a font (`npm run fonts`); what it writes is committed. It prints, for each font, the
 * descriptors of the fallback `@font-face` that occupies the same room.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { fallbackMetrics, missingCharacters } from "./font-metrics.mjs";

const MOST_BYTES = 40_000;
const OUTPUT = fileURLToPath(new URL("../src/client/fonts/", import.meta.url));
const packages = createRequire(import.meta.url);

/** Basic Latin, Latin-1, the letters and punctuation French adds to them, and the narrow no-break space. */
const CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ–—‘’“”…\u202f`;

/** Kerning, ligatures, tabular figures, French forms; fractions and the like would cost 1 KB. */
const FEATURES = ["kern", "liga", "locl", "tnum"];

/** @type {{ name: string, wght: number | { min: number, max: number }, fallback: "Arial" | "Georgia" }[]} */
const FONTS = [
  { name: "radio-canada", wght: { min: 300, max: 700 }, fallback: "Arial" },
  { name: "besley", wght: 560, fallback: "Georgia" },
];

/**
 * @param {number} first
 * @param {number} last
 */
function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join("");
}

/** @param {(typeof FONTS)[number]} font */
async function subset({ name, wght, fallback }) {
  const home = `@fontsource-variable/${name}`;
  const source = readFileSync(packages.resolve(`${home}/files/${name}-latin-wght-normal.woff2`));
  const options = { variationAxes: { wght }, keepFeatures: FEATURES };
  const woff2 = await subsetFont(source, CHARACTERS, { ...options, targetFormat: "woff2" });
  const sfnt = await subsetFont(source, CHARACTERS, { ...options, targetFormat: "sfnt" });
  writeFileSync(`${OUTPUT}${name}.woff2`, woff2);
  copyFileSync(packages.resolve(`${home}/LICENSE`), `${OUTPUT}${name}-license.txt`);
  report(name, woff2.length, fallbackMetrics(sfnt, fallback), fallback);
  const missing = missingCharacters(sfnt, CHARACTERS).join("");
  if (missing) console.log(`  left to the fallback: ${JSON.stringify(missing)}`);
  return woff2.length;
}

/** @param {number} ratio */
function percent(ratio) {
  return `${(ratio * 100).toFixed(2)}%`;
}

/**
 * @param {string} name
 * @param {number} bytes
 * @param {import("./font-metrics.mjs").FallbackMetrics} metrics
 * @param {string} fallback
 */
function report(name, bytes, { sizeAdjust, ascent, descent, lineGap }, fallback) {
  console.log(
    `${name}.woff2: ${bytes} bytes; over local("${fallback}"): size-adjust ${percent(sizeAdjust)}; ` +
      `ascent-override ${percent(ascent)}; descent-override ${percent(descent)}; line-gap-override ${percent(lineGap)}`,
  );
}

mkdirSync(OUTPUT, { recursive: true });
let total = 0;
for (const font of FONTS) total += await subset(font);
console.log(`${total} bytes in all, at most ${MOST_BYTES}`);
if (total > MOST_BYTES) process.exitCode = 1;
