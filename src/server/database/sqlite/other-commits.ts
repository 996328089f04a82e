import type SqliteFile from "better-sqlite3";
import type { Database, NoticeListener } from "../database.ts";

/** Open pages show the changes of a command after at most this time. */
const CHECK_EVERY_MS = 3000;

/**
 * Calls listeners after commits of other processes, which are commands: only one server uses a file. Each check reads a
 * number from shared memory, and no page of the file. Listeners read the data again, as they do not learn what changed.
 */
export function listenForOtherCommits(file: SqliteFile.Database, checkEveryMs = CHECK_EVERY_MS): Database["listen"] {
  const listeners = new Set<NoticeListener>();
  let timer: NodeJS.Timeout | undefined;
  let lastVersion: unknown;

  // `data_version` stays the same after a commit of this connection, unlike `total_changes`.
  const readVersion = (): unknown => file.pragma("data_version", { simple: true });

  function check(): void {
    let version: unknown;
    try {
      version = readVersion();
    } catch {
      // Another process holds the whole file: the next check will see its commits.
      return;
    }
    if (version === lastVersion) return;
    lastVersion = version;
    for (const listener of listeners) listener(null);
  }

  return (_channel, onNotice) => {
    listeners.add(onNotice);
    if (timer === undefined) {
      lastVersion = readVersion();
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
