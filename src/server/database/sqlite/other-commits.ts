import type SqliteFile from "better-sqlite3";
import type { Database, NoticeListener } from "../database.ts";

/** How soon open pages learn of a command's changes. */
const CHECK_EVERY_MS = 3000;

/**
 * Notices commits of other processes. These are commands, because only one server uses a file. Each check reads a number
 * from shared memory, and no page of the file. Listeners are not told what was committed: they read it themselves.
 */
export function listenForOtherCommits(file: SqliteFile.Database, checkEveryMs = CHECK_EVERY_MS): Database["listen"] {
  const listeners = new Set<NoticeListener>();
  let timer: NodeJS.Timeout | undefined;
  let known: unknown;

  // Unlike `total_changes` it stays the same after a commit of this connection.
  const readVersion = (): unknown => file.pragma("data_version", { simple: true });

  function check(): void {
    let version: unknown;
    try {
      version = readVersion();
    } catch {
      // Another process holds the whole file: the next check will see its commits.
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
      timer = setInterval(check, checkEveryMs).unref();
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
