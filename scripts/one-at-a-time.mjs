/** A mutex between processes: only one at a time may change node_modules and dist. Plain JavaScript, for any Node. */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const RETRY_MS = 200;
/** The wait after taking over a dead process's lock, before checking who holds it: another process may do the same. */
const SETTLE_MS = 50;

/**
 * Runs the action while holding the lock file, which names the holder's process; a dead holder's lock is taken over.
 * @template T
 * @param {string} lockFile
 * @param {() => void} onWait called once when somebody else holds it
 * @param {() => Promise<T>} action
 */
export async function oneAtATime(lockFile, onWait, action) {
  mkdirSync(dirname(lockFile), { recursive: true });
  await acquire(lockFile, onWait);
  try {
    return await action();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/**
 * @param {string} lockFile
 * @param {() => void} onWait
 */
async function acquire(lockFile, onWait) {
  let hasNotified = false;
  while (!create(lockFile)) {
    const holder = holderOf(lockFile);
    if (holder === null) continue;
    if (!isAlive(holder)) {
      rmSync(lockFile, { force: true });
      if (create(lockFile)) await sleep(SETTLE_MS);
      if (holderOf(lockFile) === process.pid) return;
      continue;
    }
    if (!hasNotified) onWait();
    hasNotified = true;
    await sleep(RETRY_MS);
  }
}

/**
 * Creates the file together with its content, by a hard link, which is atomic. Creating and writing would be two steps.
 * @param {string} lockFile
 */
function create(lockFile) {
  const draft = `${lockFile}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * @param {string} lockFile
 * @returns {number | null} null if it was just removed
 */
function holderOf(lockFile) {
  try {
    return Number(readFileSync(lockFile, "utf8"));
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
