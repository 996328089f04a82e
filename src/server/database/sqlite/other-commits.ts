import type SqliteFile from "better-sqlite3";
import type { Database, NoticeListener } from "../database.ts";

/** So soon open pages hear of what a command did, as of what nobody told them: with the next beat. */
const LOOK_EVERY_MS = 3000;

/**
 * Notices commits of other processes, which are commands: only one server uses a file. Each look reads a number from
 * shared memory, and no page of the file. What was committed is not said: listeners look for themselves.
 */
export function listenForOtherCommits(file: SqliteFile.Database, lookEveryMs = LOOK_EVERY_MS): Database["listen"] {
  const listeners = new Set<NoticeListener>();
  let timer: NodeJS.Timeout | undefined;
  let known: unknown;

  // Unlike `total_changes` it stays the same after a commit of this connection.
  const readVersion = (): unknown => file.pragma("data_version", { simple: true });

  function look(): void {
    let version: unknown;
    try {
      version = readVersion();
    } catch {
      // Another process holds the whole file: the next look will see what it did.
      return;
    }
    if (version === known) return;
    known = version;
    for (const listener of listeners) listener(null);
  }

  return (_channel, onNotice) => {
    listeners.add(onNotice);
    if (timer === undefined) {
      known = readVersion();
      timer = setInterval(look, lookEveryMs).unref();
    }
    return () => {
      listeners.delete(onNotice);
      if (listeners.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
      return Promise.resolve();
    };
  };
}
