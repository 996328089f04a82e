import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes the SHA-256 sums of a version's files, of every platform that was made so far, into SHA256SUMS beside them, in
 * the form that `sha256sum --check` reads.
 * @param {string} folder
 * @param {readonly string[]} prefixes one with which the name of each file begins
 */
export function writeChecksums(folder, prefixes) {
  const names = readdirSync(folder).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  const lines = names.toSorted().map((name) => {
    const sum = createHash("sha256").update(readFileSync(join(folder, name)));
    return `${sum.digest("hex")}  ${name}\n`;
  });
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}
