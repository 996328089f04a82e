import { execFileSync } from "node:child_process";

/**
 * The date of everything in a release: SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch/), else
 * that of the last commit.
 * @param {string} root
 */
export function sourceDate(root) {
  const seconds = process.env["SOURCE_DATE_EPOCH"] ?? lastCommit(root);
  if (!/^\d+$/.test(seconds)) throw new Error(`SOURCE_DATE_EPOCH must be a number of seconds, and is: ${seconds}`);
  return new Date(Number(seconds) * 1000);
}

/** @param {string} root */
function lastCommit(root) {
  try {
    return execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" }).trim();
  } catch (error) {
    throw new Error("Without git, SOURCE_DATE_EPOCH must hold the date of the sources in seconds.", { cause: error });
  }
}
