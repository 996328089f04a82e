import { randomBytes, randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Insertable, Kysely, Updateable } from "kysely";
import { OWN_SESSIONS_MAX, type Session } from "#contract/sign-in/sessions.ts";
import type { Database } from "../../database/database.ts";
import type { SessionsTable, Tables } from "../../database/schema.ts";
import type { DefaultAdmin } from "../default-admin.ts";
import type { Actor, AppEnv, Callers } from "../../api/request-context.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { createKnownSessions, type KnownSession } from "./cache/known-sessions.ts";
import { SESSION_REFRESH_SECONDS, SESSION_SECONDS, SHORT_SESSION_SECONDS } from "./session-lifetime.ts";
import { presentConfirmation, presentUser, type UserRecord } from "../../api/user-record.ts";

export interface Sessions extends Callers {
  /** The session of the cookie, prolonged when due, and its user. */
  readonly current: (context: Context<AppEnv>) => Promise<CurrentSession | null>;
  /**
   * Sets the cookie of a stored session row, ends the browser's previous session, and returns the new one for the page.
   */
  readonly give: (context: Context<AppEnv>, user: UserRecord, session: NewSession) => Promise<Session>;
  /** Whether the session outlasts the browser: its page shows the user again after a reload (specification §4). */
  readonly isRemembered: SessionCookie["isRemembered"];
  readonly noteVisit: SessionCookie["noteVisit"];
  /** Ends the session of the cookie, and clears the cookie. */
  readonly end: (context: Context<AppEnv>) => Promise<void>;
}

export interface CurrentSession {
  readonly session: Session;
  readonly actor: Actor;
}

/** A row for the session table. */
export interface NewSession {
  readonly row: Insertable<SessionsTable>;
  readonly isRemembered: boolean;
}

/** 256 bits: cannot be guessed. */
const TOKEN_BYTES = 32;
/** Resolution of a session's last use: at most one write a minute. */
const SEEN_MS = 60 * 1000;
/** Enough to tell a user's devices apart. */
const USER_AGENT_MAX = 300;
const MILLISECONDS = 1000;

/** A session of `userId` that starts now on the browser that sent this request. */
export function newSession(context: Context<AppEnv>, userId: string, isRemembered: boolean, now: Date): NewSession {
  const seconds = isRemembered ? SESSION_SECONDS : SHORT_SESSION_SECONDS;
  const row = {
    id: randomUUID(),
    user_id: userId,
    token: randomBytes(TOKEN_BYTES).toString("base64url"),
    expires_at: new Date(now.getTime() + seconds * MILLISECONDS),
    created_at: now,
    updated_at: now,
    ip_address: context.get("clientAddress"),
    user_agent: (context.req.header("user-agent") ?? "").slice(0, USER_AGENT_MAX),
  };
  return { row, isRemembered };
}

/**
 * Ends the user's longest idle sessions, except the new one, to keep within the limit. Where strangers share the account,
 * the limit is for each of their addresses, so that one of them ends none of the others.
 */
export async function capSessions(
  transaction: Kysely<Tables>,
  begun: NewSession["row"],
  isSharedAccount: boolean,
): Promise<void> {
  const counted = transaction
    .selectFrom("session")
    .select("id")
    .where("user_id", "=", begun.user_id)
    .where("id", "!=", begun.id)
    .$if(isSharedAccount, (query) => query.where("ip_address", "=", begun.ip_address ?? ""));
  const kept = counted
    .orderBy("updated_at", "desc")
    .orderBy("created_at", "desc")
    .limit(OWN_SESSIONS_MAX - 1);
  await transaction.deleteFrom("session").where("id", "in", counted).where("id", "not in", kept).execute();
}

interface SessionDependencies {
  readonly database: Database;
  readonly defaultAdmin: DefaultAdmin;
  readonly cookie: SessionCookie;
  readonly clock: () => Date;
}

export function createSessions({ database, defaultAdmin, cookie, clock }: SessionDependencies): Sessions {
  const known = createKnownSessions(database, clock);

  /** The session of the cookie, with its token. */
  async function sessionOf(context: Context<AppEnv>): Promise<{ session: KnownSession; token: string } | null> {
    const token = cookie.readToken(context);
    const session = token === null ? null : await known.find(token);
    if (token === null || session === null) return null;
    // Without permission to act, the default admin counts as signed out.
    if (session.actor.isBuiltIn && !(await defaultAdmin.isAllowed(context))) return null;
    return { session, token };
  }

  /** Writes to a session's row. Returns `gone` when it has ended, `full` when the disk is. */
  async function update(
    { actor }: KnownSession,
    values: Updateable<SessionsTable>,
  ): Promise<"written" | "gone" | "full"> {
    try {
      const { numUpdatedRows } = await database.kysely
        .updateTable("session")
        .set(values)
        .where("id", "=", actor.sessionId)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? "written" : "gone";
    } catch (error) {
      if (database.failureOf(error) === "disk_full") return "full";
      throw error;
    }
  }

  /** Records that a session is in use, once a minute at most. Returns when it ends, `null` when it just did. */
  async function see(session: KnownSession, now: Date): Promise<Date | null> {
    if (now.getTime() - session.seenAt.getTime() <= SEEN_MS) return session.expiresAt;
    const outcome = await update(session, { updated_at: now });
    if (outcome === "written") session.seenAt = now;
    return outcome === "gone" ? null : session.expiresAt;
  }

  /**
   * Records that a session is in use, and prolongs it when due. Returns when it ends, `null` when it just did. On a full
   * disk nothing is stored, and the user stays signed in all the same.
   */
  async function recordUse(
    context: Context<AppEnv>,
    { session, token }: { session: KnownSession; token: string },
  ): Promise<Date | null> {
    const now = clock();
    const isDue =
      session.expiresAt.getTime() - now.getTime() <= (SESSION_SECONDS - SESSION_REFRESH_SECONDS) * MILLISECONDS;
    if (!isDue || !cookie.isRemembered(context)) return see(session, now);
    const expiresAt = new Date(now.getTime() + SESSION_SECONDS * MILLISECONDS);
    const outcome = await update(session, { expires_at: expiresAt, updated_at: now });
    if (outcome !== "written") return outcome === "gone" ? null : session.expiresAt;
    cookie.prolong(context, token);
    return expiresAt;
  }

  /** Ends the session of the cookie, if there is one. */
  async function endNamed(context: Context<AppEnv>): Promise<void> {
    const token = cookie.readToken(context);
    if (token !== null) await database.kysely.deleteFrom("session").where("token", "=", token).execute();
  }

  return {
    actorOf: async (context) => (await sessionOf(context))?.session.actor ?? null,
    async current(context) {
      const found = await sessionOf(context);
      const expiresAt = found === null ? null : await recordUse(context, found);
      if (found === null || expiresAt === null) return null;
      const { actor } = found.session;
      const expiry = expiresAt.toISOString();
      return { session: { user: presentUser(actor, actor), expiresAt: expiry, ...presentConfirmation(actor) }, actor };
    },
    async give(context, user, { row, isRemembered }) {
      await endNamed(context);
      cookie.give(context, row.token, isRemembered);
      const expiry = new Date(row.expires_at).toISOString();
      return { user: presentUser(user, user), expiresAt: expiry, ...presentConfirmation(user) };
    },
    isRemembered: cookie.isRemembered,
    noteVisit: cookie.noteVisit,
    async end(context) {
      await endNamed(context);
      cookie.clear(context);
    },
  };
}
