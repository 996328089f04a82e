import type { Actor } from "../../api/operation-route.ts";
import { readUser, USER_COLUMNS } from "../../api/user-record.ts";
import { compileOnce } from "../../database/compile-once.ts";
import type { Database } from "../../database/database.ts";
import { readDate } from "../../database/schema.ts";
import { readRights, rightsOfUser } from "../../database/stored-rights.ts";

/** A session that has not expired. */
export interface CachedSession {
  readonly token: string;
  readonly actor: Actor;
  readonly expiresAt: Date;
  /** The time of the latest request, stored once a minute at most. */
  seenAt: Date;
}

interface CacheEntry {
  readonly session: CachedSession;
  /** The access version of the database when the session was read. */
  readonly version: string;
}

/** More sessions than a team has. They take about two megabytes. */
const MOST_CACHED = 2000;

/** The id of the only row of `access_version`. */
const VERSION_ID = 1;

const readVersion = compileOnce((kysely) =>
  kysely.selectFrom("access_version").select("version").where("id", "=", VERSION_ID),
);

/** Reads the version in the same query, so that both are consistent. */
const readSession = compileOnce((kysely, { token }: { token: string }, engine) =>
  kysely
    .selectFrom("session")
    .innerJoin("users", "users.id", "session.user_id")
    .innerJoin("access_version", (join) => join.on("access_version.id", "=", VERSION_ID))
    .select([...USER_COLUMNS, "session.id as session_id", "expires_at", "session.updated_at as seen_at", "version"])
    .select(rightsOfUser(engine))
    .where("session.token", "=", token),
);

/**
 * Caches sessions and their users. Triggers change the database's access version when any process ends a session, changes
 * rights or deletes an account. All cached entries with an older version are then read again at their next request.
 * Returns a function that finds the session of a signed cookie; `null`: there is none, or it has expired.
 * @param verify returns the token of a signed cookie, or `null`
 */
export function createSessionCache(
  database: Database,
  { verify, clock }: { readonly verify: (signed: string) => string | null; readonly clock: () => Date },
) {
  /** Sessions by signed cookie, which was verified before. Those that were read longest ago come first. */
  const cache = new Map<string, CacheEntry>();

  async function findCached(signed: string): Promise<CachedSession | null> {
    const cached = cache.get(signed);
    if (cached === undefined) return null;
    const [row] = (await readVersion(database, {})).rows;
    return row?.version === cached.version ? cached.session : null;
  }

  function addToCache(signed: string, entry: CacheEntry): void {
    cache.delete(signed);
    cache.set(signed, entry);
    const [oldest] = cache.keys();
    if (cache.size > MOST_CACHED && oldest !== undefined) cache.delete(oldest);
  }

  async function read(signed: string): Promise<CachedSession | null> {
    const token = verify(signed);
    if (token === null) return null;
    const [row] = (await readSession(database, { token })).rows;
    if (row === undefined) {
      cache.delete(signed);
      return null;
    }
    const session = {
      token,
      actor: { ...readUser(row), ...readRights(row), sessionId: row.session_id },
      expiresAt: readDate(row.expires_at),
      seenAt: readDate(row.seen_at),
    };
    addToCache(signed, { session, version: row.version });
    return session;
  }

  return async function find(signed: string): Promise<CachedSession | null> {
    const session = (await findCached(signed)) ?? (await read(signed));
    return session !== null && session.expiresAt > clock() ? session : null;
  };
}
