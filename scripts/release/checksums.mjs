import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * Writes the SHA-256 sums in the form that `sha256sum --check` reads.
 * @param {string} target
 * @param {readonly string[]} files in the same folder
 */
export function writeChecksums(target, files) {
  const lines = files.map(
    (file) => `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${basename(file)}\n`,
  );
  writeFileSync(target, lines.toSorted().join(""));
}
