import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Insertable, Kysely } from "kysely";
import { OWN_SESSIONS_MAX, type Session } from "#contract/sign-in/sessions.ts";
import type { Actor, AppEnv } from "../../api/operation-route.ts";
import { presentConfirmation, presentUser, type UserRecord } from "../../api/user-record.ts";
import type { Database } from "../../database/database.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import type { DefaultAdmin } from "../default-admin.ts";
import { randomToken } from "../links/tokens.ts";
import { lockUser } from "../passwords/write-password.ts";
import { userAgentOf } from "./device.ts";
import { type CachedSession, createSessionCache } from "./session-cache.ts";
import { createSessionCookie, SESSION_SECONDS } from "./session-cookie.ts";

interface Beginning {
  readonly user: UserRecord;
  readonly isRemembered: boolean;
  /** Whether the credentials are still valid. Called while the user's row is locked, so that they cannot change. */
  readonly isStillValid: (transaction: Kysely<Tables>) => Promise<boolean>;
}

type SessionRow = Insertable<Tables["session"]>;

/** The time of a session's latest use is written once a minute at most. */
const SEEN_MS = 60 * 1000;
const MILLISECONDS = 1000;
const DAY_SECONDS = 24 * 60 * 60;
/** A used session is prolonged once this much of its lifetime has passed. */
const SESSION_REFRESH_SECONDS = DAY_SECONDS;
/** How long a session that is not remembered lasts. Its cookie ends earlier, with the browser. */
const SHORT_SESSION_SECONDS = DAY_SECONDS;
/** Even a session that is used every day ends after this long. */
const LONGEST_SESSION_MS = 365 * DAY_SECONDS * MILLISECONDS;

/** The row of a new session of `userId`, on the browser that sent this request. The caller stores it. */
export function newSession(
  context: Context<AppEnv>,
  { userId, isRemembered, now }: { readonly userId: string; readonly isRemembered: boolean; readonly now: Date },
) {
  const seconds = isRemembered ? SESSION_SECONDS : SHORT_SESSION_SECONDS;
  return {
    id: randomUUID(),
    user_id: userId,
    token: randomToken(),
    expires_at: new Date(now.getTime() + seconds * MILLISECONDS),
    created_at: now,
    updated_at: now,
    ip_address: context.get("clientAddress"),
    user_agent: userAgentOf(context),
  };
}

/**
 * Limits how many sessions a user has, including the new one: ends those that have been idle for longest.
 * @param isOpenAccount whether strangers use the account (the demo): each network address then has its own limit
 * @param previousToken that of the browser's previous session, which is not counted: `issue` ends it
 */
async function capSessions(
  transaction: Kysely<Tables>,
  newRow: SessionRow,
  isOpenAccount: boolean,
  previousToken: string | null,
): Promise<void> {
  const others = transaction
    .selectFrom("session")
    .select("id")
    .where("user_id", "=", newRow.user_id)
    .where("token", "not in", [newRow.token, previousToken ?? newRow.token])
    .$if(isOpenAccount, (query) => query.where("ip_address", "=", newRow.ip_address ?? ""));
  const idleLeast = others
    .orderBy("updated_at", "desc")
    .orderBy("created_at", "desc")
    .limit(OWN_SESSIONS_MAX - 1);
  await transaction.deleteFrom("session").where("id", "in", others).where("id", "not in", idleLeast).execute();
}

/** Deletes expired sessions. Devices with an expired session still get push notifications. */
export async function sweepSessions({ kysely }: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - LONGEST_SESSION_MS);
  const expired = kysely
    .selectFrom("session")
    .select("id")
    .where((eb) => eb.or([eb("expires_at", "<=", now), eb("created_at", "<=", oldest)]));
  await kysely.updateTable("push_subscription").set({ session_id: null }).where("session_id", "in", expired).execute();
  await kysely.deleteFrom("session").where("id", "in", expired).execute();
}

function presentSession(user: UserRecord, expiresAt: Date): Session {
  return { user: presentUser(user, user), ...presentConfirmation(user), expiresAt: expiresAt.toISOString() };
}

export interface SessionParts {
  /** The origin of the links in mails, such as `https://planning.example`. */
  readonly baseUrl: string;
  readonly database: Database;
  readonly secret: string;
  readonly clock: () => Date;
  /** Whether everybody may sign in to this account without its password, as in the demo. */
  readonly isOpenAccount: (email: string) => boolean;
  readonly defaultAdmin: DefaultAdmin;
}

/** Begins, finds, prolongs and ends sessions. The browser has only a token, in a cookie; all else is in the database. */
export function createSessions(parts: SessionParts) {
  const { baseUrl, database, secret, defaultAdmin, isOpenAccount, clock } = parts;
  const cookie = createSessionCookie(secret, baseUrl);
  const findCached = createSessionCache(database, { verify: cookie.verify, clock });

  async function findSession(context: Context<AppEnv>): Promise<CachedSession | null> {
    const signed = cookie.readSigned(context);
    const session = signed === null ? null : await findCached(signed);
    if (session === null) return null;
    // Where the built-in admin may not be used, its sessions count as signed out.
    return session.actor.isBuiltIn && !(await defaultAdmin.isAllowed(context)) ? null : session;
  }

  function tokenOf(context: Context<AppEnv>): string | null {
    return cookie.verify(cookie.readSigned(context) ?? "");
  }

  /**
   * Records that a session is in use, once a minute at most, and prolongs it when due. Returns when the session expires;
   * `null`: another request has just ended it. On a full disk nothing is stored, and the user stays signed in.
   */
  async function recordUse(context: Context<AppEnv>, session: CachedSession): Promise<Date | null> {
    const now = clock();
    const remainingMs = session.expiresAt.getTime() - now.getTime();
    const isDue = remainingMs <= (SESSION_SECONDS - SESSION_REFRESH_SECONDS) * MILLISECONDS;
    const isProlonged = isDue && cookie.isRemembered(context);
    if (!isProlonged && now.getTime() - session.seenAt.getTime() <= SEEN_MS) return session.expiresAt;
    const expiresAt = isProlonged ? new Date(now.getTime() + SESSION_SECONDS * MILLISECONDS) : session.expiresAt;
    try {
      const { numUpdatedRows } = await database.kysely
        .updateTable("session")
        .set({ updated_at: now, ...(isProlonged && { expires_at: expiresAt }) })
        .where("id", "=", session.actor.sessionId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return null;
    } catch (error) {
      if (database.failureOf(error) === "disk_full") return session.expiresAt;
      throw error;
    }
    session.seenAt = now;
    if (isProlonged) cookie.prolong(context, session.token);
    return expiresAt;
  }

  async function endCurrent(context: Context<AppEnv>): Promise<void> {
    const token = tokenOf(context);
    if (token !== null) await database.kysely.deleteFrom("session").where("token", "=", token).execute();
  }

  /** For a session row that is already stored: ends the browser's previous session, and sets the cookie of the new one. */
  async function issue(context: Context<AppEnv>, user: UserRecord, row: SessionRow, isRemembered: boolean) {
    await endCurrent(context);
    cookie.set(context, row.token, isRemembered);
    return presentSession(user, new Date(row.expires_at));
  }

  return {
    async actorOf(context: Context<AppEnv>): Promise<Actor | null> {
      return (await findSession(context))?.actor ?? null;
    },
    /** The session of the request's cookie with its user; `null`: signed out. Prolongs the session if it is due. */
    async current(context: Context<AppEnv>): Promise<{ session: Session; actor: Actor } | null> {
      const found = await findSession(context);
      const expiresAt = found === null ? null : await recordUse(context, found);
      if (found === null || expiresAt === null) return null;
      const { actor } = found;
      return { session: presentSession(actor, expiresAt), actor };
    },
    /** Begins a session on this browser. Returns `null` if the checked credentials have changed since. */
    async begin(context: Context<AppEnv>, { user, isRemembered, isStillValid }: Beginning): Promise<Session | null> {
      const row = newSession(context, { userId: user.id, isRemembered, now: clock() });
      const isStored = await database.kysely.transaction().execute(async (transaction) => {
        const locked = await lockUser({ engine: database.engine, kysely: transaction }, user.id);
        if (locked === null) throw new Refusal("account.not_found");
        if (!(await isStillValid(transaction))) return false;
        await transaction.insertInto("session").values(row).execute();
        const signedIn = { signed_in_at: row.created_at };
        await transaction.updateTable("users").set(signedIn).where("id", "=", user.id).execute();
        const isOpen = user.email !== null && isOpenAccount(user.email);
        // No limit for the built-in admin: only the owner of this machine has its sessions.
        if (!user.isBuiltIn) await capSessions(transaction, row, isOpen, tokenOf(context));
        return true;
      });
      return isStored ? issue(context, user, row, isRemembered) : null;
    },
    issue,
    /** Whether the session stays when the browser is closed ("remember me", specification §4). */
    isRemembered: cookie.isRemembered,
    noteVisit: cookie.noteVisit,
    async end(context: Context<AppEnv>): Promise<void> {
      await endCurrent(context);
      cookie.clear(context);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
