/** Computes which code of src/ ran in the built product, from V8's coverage data and the build's source maps. */
import { existsSync, readFileSync } from "node:fs";
import { convert } from "ast-v8-to-istanbul";
import { parseAst } from "vite";

/** @typedef {{ startOffset: number, endOffset: number, count: number }} Range */
/** @typedef {{ ranges: Range[] }[]} Functions of a script, in the form of NODE_V8_COVERAGE */
/** @typedef {Awaited<ReturnType<typeof convert>>} CoverageMap by source file, in Istanbul's form */

/**
 * Adds to `hits` how often one run of a script executed each of its characters. Of nested ranges the innermost counts.
 * @param {Uint32Array} hits one number for each character of the script
 * @param {Functions} functions
 */
export function addHits(hits, functions) {
  const runHits = new Uint32Array(hits.length);
  const ranges = functions.flatMap((one) => one.ranges);
  const outerFirst = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of outerFirst) runHits.fill(count, startOffset, endOffset);
  for (const [offset, count] of runHits.entries()) hits[offset] = (hits[offset] ?? 0) + count;
}

/**
 * Coverage of the source files of a built file; empty if it has no source map beside it.
 * @param {string} file
 * @param {Uint32Array} hits
 * @returns {Promise<CoverageMap>}
 */
export async function executedCode(file, hits) {
  if (!existsSync(`${file}.map`)) return {};
  const code = readFileSync(file, "utf8");
  return convert({
    ast: parseAst(code),
    code,
    sourceMap: JSON.parse(readFileSync(`${file}.map`, "utf8")),
    coverage: {
      url: `file://${file}`,
      functions: [{ functionName: "", isBlockCoverage: true, ranges: rangesOf(hits) }],
    },
  });
}

/**
 * @param {Uint32Array} hits
 * @returns {Range[]}
 */
function rangesOf(hits) {
  /** @type {Range[]} */
  const ranges = [];
  let startOffset = 0;
  for (let endOffset = 1; endOffset <= hits.length; endOffset += 1) {
    const count = hits[startOffset] ?? 0;
    if (endOffset < hits.length && hits[endOffset] === count) continue;
    ranges.push({ startOffset, endOffset, count });
    startOffset = endOffset;
  }
  return ranges;
}
