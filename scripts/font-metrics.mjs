/**
 * Reads from a font (sfnt bytes) the few figures that a matched fallback `@font-face` needs, so that the page does not
 * move when the web font arrives.
 */

/** The lower-case letters and the space, by how often French uses them (per cent of running text, rounded). */
const FRENCH_FREQUENCY = {
  " ": 17,
  a: 6.4,
  b: 0.8,
  c: 2.7,
  d: 3.1,
  e: 14.5,
  f: 0.9,
  g: 0.7,
  h: 0.6,
  i: 6.3,
  j: 0.5,
  l: 4.5,
  m: 2.5,
  n: 5.9,
  o: 4.5,
  p: 2.5,
  q: 1.1,
  r: 5.5,
  s: 6.6,
  t: 6,
  u: 5.3,
  v: 1.5,
  x: 0.3,
  y: 0.2,
  z: 0.1,
};

/**
 * Advance widths of the fallback fonts, in thousandths of an em, letters in the order of `FRENCH_FREQUENCY`.
 * Arial's are those of its metric twins Helvetica and Liberation Sans, Georgia's those of Gelasio.
 */
const FALLBACK_WIDTHS = {
  Arial: [
    278, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 500,
    500, 500,
  ],
  Georgia: [
    241, 504, 560, 454, 574, 484, 325, 510, 582, 293, 291, 287, 880, 591, 539, 571, 560, 410, 432, 346, 576, 497, 504,
    493, 443,
  ],
};

/**
 * @typedef {{ sizeAdjust: number, ascent: number, descent: number, lineGap: number }} FallbackMetrics
 * The four descriptors of the fallback `@font-face`, as ratios (1 is 100 %).
 */

/**
 * @param {Buffer} font sfnt bytes
 * @param {keyof typeof FALLBACK_WIDTHS} fallback
 * @returns {FallbackMetrics}
 */
export function fallbackMetrics(font, fallback) {
  const tables = readTables(font);
  const unitsPerEm = tables.head.readUInt16BE(18);
  const sizeAdjust =
    averageWidth((letter) => advanceWidth(tables, letter) / unitsPerEm) /
    averageWidth((_, index) => (FALLBACK_WIDTHS[fallback][index] ?? 0) / 1000);
  const perFallbackEm = unitsPerEm * sizeAdjust;
  return {
    sizeAdjust,
    ascent: tables.hhea.readInt16BE(4) / perFallbackEm,
    descent: -tables.hhea.readInt16BE(6) / perFallbackEm,
    lineGap: tables.hhea.readInt16BE(8) / perFallbackEm,
  };
}

/** @param {(letter: string, index: number) => number} widthOf */
function averageWidth(widthOf) {
  let total = 0;
  let weight = 0;
  for (const [index, [letter, frequency]] of Object.entries(FRENCH_FREQUENCY).entries()) {
    total += widthOf(letter, index) * frequency;
    weight += frequency;
  }
  return total / weight;
}

/**
 * @typedef {{ head: Buffer, hhea: Buffer, hmtx: Buffer, cmap: Buffer }} Tables
 * @param {Buffer} font
 * @returns {Tables}
 */
function readTables(font) {
  /** @param {string} tag */
  const table = (tag) => {
    for (let index = 0; index < font.readUInt16BE(4); index += 1) {
      const record = 12 + index * 16;
      if (font.toString("latin1", record, record + 4) === tag) {
        const offset = font.readUInt32BE(record + 8);
        return font.subarray(offset, offset + font.readUInt32BE(record + 12));
      }
    }
    throw new Error(`the font has no table ${tag}`);
  };
  return { head: table("head"), hhea: table("hhea"), hmtx: table("hmtx"), cmap: table("cmap") };
}

/**
 * @param {Tables} tables
 * @param {string} letter
 */
function advanceWidth({ hhea, hmtx, cmap }, letter) {
  const lastMetric = hhea.readUInt16BE(34) - 1;
  return hmtx.readUInt16BE(Math.min(glyphOf(cmap, letter.codePointAt(0) ?? 0), lastMetric) * 4);
}

/**
 * The glyph of a character, by the segment map (format 4) that every font for the web carries.
 * @param {Buffer} cmap
 * @param {number} code
 */
function glyphOf(cmap, code) {
  const map = segmentMap(cmap);
  const size = map.readUInt16BE(6);
  for (let index = 0; index < size; index += 2) {
    if (map.readUInt16BE(14 + index) < code) continue;
    const start = map.readUInt16BE(16 + size + index);
    if (start > code) return 0;
    const delta = map.readUInt16BE(16 + size * 2 + index);
    const rangeAt = 16 + size * 3 + index;
    const range = map.readUInt16BE(rangeAt);
    if (range === 0) return (code + delta) & 0xffff;
    const glyph = map.readUInt16BE(rangeAt + range + (code - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

/** @param {Buffer} cmap */
function segmentMap(cmap) {
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const map = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    if (map.readUInt16BE(0) === 4) return map;
  }
  throw new Error("the font has no segment map");
}

/**
 * Which of the characters the font has no glyph for.
 * @param {Buffer} font sfnt bytes
 * @param {string} characters
 */
export function missingCharacters(font, characters) {
  const { cmap } = readTables(font);
  return Array.from(characters).filter((character) => glyphOf(cmap, character.codePointAt(0) ?? 0) === 0);
}
