/** Which lines of src/ ran, read from V8's own notes about the built product and the build's source maps. */
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, relative, resolve } from "node:path";

/** @typedef {{ startOffset: number, endOffset: number, count: number }} Range */
/** @typedef {{ url: string, functions: { ranges: Range[] }[] }} Script in the form of NODE_V8_COVERAGE */

/** Where a word or a sign begins: what source maps point at. */
const TOKEN = /[\w$]+|[^\s\w$]/g;

/**
 * Marks in `ran` what this run of the script reached. Ranges lie in each other, the outer before the inner.
 * @param {Uint8Array} ran one byte for each character of the script
 * @param {Script["functions"]} functions
 */
export function markExecuted(ran, functions) {
  const now = new Uint8Array(ran.length);
  const ranges = functions.flatMap((one) => one.ranges);
  const outerFirst = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of outerFirst) now.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  for (const [offset, reached] of now.entries()) if (reached === 1) ran[offset] = 1;
}

/**
 * The lines (from 1) of each source file that a part of the built file came from and that ran; paths from `root`.
 * @param {string} file the built one, with its map beside it
 * @param {Uint8Array} ran
 * @param {string} root
 */
export function executedLines(file, ran, root) {
  /** @type {Map<string, Set<number>>} */
  const lines = new Map();
  if (!existsSync(`${file}.map`)) return lines;
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  let lineStart = 0;
  for (const [index, text] of readFileSync(file, "utf8").split("\n").entries()) {
    for (const { index: column } of text.matchAll(TOKEN)) {
      if (ran[lineStart + column] !== 1) continue;
      const entry = map.findEntry(index, column);
      if (!("originalSource" in entry) || entry.generatedLine !== index) continue;
      const source = relative(root, resolve(dirname(file), entry.originalSource));
      const own = lines.get(source) ?? new Set();
      lines.set(source, own.add(entry.originalLine + 1));
    }
    lineStart += text.length + 1;
  }
  return lines;
}
