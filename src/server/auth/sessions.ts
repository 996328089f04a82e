import { randomBytes, randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Insertable } from "kysely";
import type { Session } from "#contract/accounts.ts";
import type { Database } from "../database/database.ts";
import type { SessionsTable } from "../database/schema.ts";
import type { AuthLibrary } from "./auth-library.ts";
import type { DefaultAdmin } from "./default-admin.ts";
import type { AppEnv } from "./request-context.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { SESSION_SECONDS, SHORT_SESSION_SECONDS } from "./session-lifetime.ts";
import { presentUser, readUser, USER_COLUMNS, type UserRecord } from "./user-record.ts";

/** Who makes a call: somebody signed in, with the rights they have now. */
export interface Actor extends UserRecord {
  /** The session of this call. */
  readonly sessionId: string;
}

export interface Sessions {
  /** Who the cookie says is calling, by one query; `null` when nobody is. */
  readonly actorOf: (context: Context<AppEnv>) => Promise<Actor | null>;
  /** The session of the cookie, prolonged where it is time. */
  readonly current: (context: Context<AppEnv>) => Promise<Session | null>;
  /** Gives the browser the cookie of a session row, ends the one that it had, and answers what it will read of it. */
  readonly give: (context: Context<AppEnv>, user: UserRecord, session: NewSession) => Promise<Session>;
  /** Ends the session of the cookie, and takes the cookie back. */
  readonly end: (context: Context<AppEnv>) => Promise<void>;
}

/** A row for the session table. */
export interface NewSession {
  readonly row: Insertable<SessionsTable>;
  readonly isRemembered: boolean;
}

/** 256 bits: nobody finds a session by trying. */
const TOKEN_BYTES = 32;
/** How finely it is known when a session was last seen: a write each minute at most. */
const SEEN_MS = 60 * 1000;
/** Enough to tell one's devices apart. */
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

function passOnCookies(context: Context<AppEnv>, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) context.header("set-cookie", cookie, { append: true });
}

interface SessionDependencies {
  readonly library: AuthLibrary;
  readonly database: Database;
  readonly defaultAdmin: DefaultAdmin;
  readonly cookie: SessionCookie;
  readonly clock: () => Date;
}

export function createSessions({ library, database, defaultAdmin, cookie, clock }: SessionDependencies): Sessions {
  async function actorOf(context: Context<AppEnv>): Promise<Actor | null> {
    const token = cookie.readToken(context);
    if (token === null) return null;
    const row = await database.kysely
      .selectFrom("session")
      .innerJoin("users", "users.id", "session.user_id")
      .select([...USER_COLUMNS, "session.id as session_id"])
      .where("session.token", "=", token)
      .where("session.expires_at", ">", new Date())
      .executeTakeFirst();
    if (row === undefined) return null;
    const user = readUser(row);
    // The default admin is nobody where it may not act.
    return user.isBuiltIn && !defaultAdmin.isAllowed(context) ? null : { ...user, sessionId: row.session_id };
  }

  /**
   * When a session was last seen is known by its checks: each page makes one every few minutes. Answers whether it could
   * be noted: on a full disk nothing can, and who is signed in stays so all the same.
   */
  async function see({ sessionId }: Actor): Promise<boolean> {
    const now = clock();
    try {
      await database.kysely
        .updateTable("session")
        .set({ updated_at: now })
        .where("id", "=", sessionId)
        .where("updated_at", "<", new Date(now.getTime() - SEEN_MS))
        .execute();
      return true;
    } catch (error) {
      if (database.failureOf(error) === "disk_full") return false;
      throw error;
    }
  }

  /** Ends the session that the cookie names, if it names one. */
  async function endNamed(context: Context<AppEnv>): Promise<void> {
    const token = cookie.readToken(context);
    if (token !== null) await database.kysely.deleteFrom("session").where("token", "=", token).execute();
  }

  return {
    actorOf,
    async current(context) {
      const actor = await actorOf(context);
      if (actor === null) return null;
      const isNoted = await see(actor);
      const { headers } = context.req.raw;
      const query = { disableRefresh: !isNoted };
      const found = await library.api.getSession({ headers, query, returnHeaders: true });
      passOnCookies(context, found.headers);
      // It may have ended between the two looks.
      if (found.response === null) return null;
      return { user: presentUser(actor, actor), expiresAt: found.response.session.expiresAt.toISOString() };
    },
    async give(context, user, { row, isRemembered }) {
      await endNamed(context);
      const { headers } = await library.api.giveSessionCookie({
        body: { token: row.token, userId: user.id, isRemembered },
        headers: context.req.raw.headers,
        returnHeaders: true,
      });
      passOnCookies(context, headers);
      return { user: presentUser(user, user), expiresAt: new Date(row.expires_at).toISOString() };
    },
    async end(context) {
      // The library takes the cookie back even where it could not end the session.
      await endNamed(context);
      const { headers } = await library.api.signOut({ headers: context.req.raw.headers, returnHeaders: true });
      passOnCookies(context, headers);
    },
  };
}
