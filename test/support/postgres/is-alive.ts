import { readFileSync } from "node:fs";

/**
 * Whether a process runs. A zombie does not: in a container without an init, an ended process stays a zombie when its
 * parent is gone.
 */
export function isAlive(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !status.slice(status.lastIndexOf(")")).startsWith(") Z");
  } catch {
    return false;
  }
}
