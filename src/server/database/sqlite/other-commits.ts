import type SqliteFile from "better-sqlite3";
import type { Database, NoticeListener } from "../database.ts";

/** Polling interval: after at most this time, open pages show the changes that a command made. */
const CHECK_EVERY_MS = 3000;

/**
 * Polls for commits of other processes, and then calls all listeners. (The other processes are commands: only one server
 * uses a file.) SQLite does not report what changed, so listeners read their data again. A check is cheap: it reads one
 * number from shared memory.
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
      // Another process has locked the file. The next check sees its commits.
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
