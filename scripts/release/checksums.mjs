import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes SHA256SUMS for `sha256sum --check`: one line for each file of a version in the folder, for all platforms.
 * @param {string} folder
 * @param {readonly string[]} prefixes the beginnings of the version's file names
 */
export function writeChecksums(folder, prefixes) {
  const names = readdirSync(folder).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  const lines = names.toSorted().map((name) => {
    const sum = createHash("sha256").update(readFileSync(join(folder, name)));
    return `${sum.digest("hex")}  ${name}\n`;
  });
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}
