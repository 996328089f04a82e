import { createHmac, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { CALENDAR_FEEDS } from "#contract/paths.ts";
import { isSame } from "../auth/links/tokens.ts";
import { lockCaller } from "../auth/passwords/write-password.ts";
import type { Database } from "../database/database.ts";
import { readDate, type Tables } from "../database/schema.ts";

export interface CalendarOwner {
  readonly userId: string;
  /** When the address of the calendar was made. */
  readonly since: Date;
}

/** The nonce of a user's latest address; `null` if they have no address. */
export async function readNonce(kysely: Kysely<Tables>, userId: string): Promise<string | null> {
  const query = kysely.selectFrom("calendar_feed").select("nonce").where("user_id", "=", userId);
  const latest = query.orderBy("created_at", "desc").orderBy("nonce").limit(1);
  return (await latest.executeTakeFirst())?.nonce ?? null;
}

/** The user whose address has this nonce; `null` for an address that was revoked. */
export async function readOwner(kysely: Kysely<Tables>, nonce: string): Promise<CalendarOwner | null> {
  const query = kysely.selectFrom("calendar_feed").select(["user_id", "created_at"]).where("nonce", "=", nonce);
  const row = await query.executeTakeFirst();
  return row === undefined ? null : { userId: row.user_id, since: readDate(row.created_at) };
}

/** 128 bits: two addresses never get the same nonce by accident. */
const NONCE_BYTES = 16;
/** The characters of a nonce in base64url. */
const NONCE_LENGTH = 22;

/**
 * The token in a calendar's address: the nonce, by which the row is found, and its HMAC with the server's secret. A copy of
 * the database is not enough to build the token.
 */
function calendarToken(secret: string, nonce: string): string {
  return nonce + createHmac("sha256", secret).update(`calendar\n${nonce}`).digest("base64url");
}

interface CalendarLinkDependencies {
  readonly database: Database;
  readonly secret: string;
  /** The origin of the addresses. */
  readonly baseUrl: string;
  readonly clock: () => Date;
}

/** Reads, makes and revokes the secret calendar addresses of users. */
export function createCalendarLinks({ database, secret, baseUrl, clock }: CalendarLinkDependencies) {
  const { kysely, engine } = database;
  const addressOf = (nonce: string) => `${baseUrl}${CALENDAR_FEEDS}${calendarToken(secret, nonce)}.ics`;

  async function remove(userId: string, transaction: Kysely<Tables> = kysely): Promise<void> {
    await transaction.deleteFrom("calendar_feed").where("user_id", "=", userId).execute();
  }

  return {
    /** The user's address; `null` if they have none. */
    async read(userId: string): Promise<string | null> {
      const nonce = await readNonce(kysely, userId);
      return nonce === null ? null : addressOf(nonce);
    },
    /** Makes a new address, and revokes the former ones: after a merge there may be two. */
    async renew(userId: string): Promise<string> {
      const nonce = randomBytes(NONCE_BYTES).toString("base64url");
      await kysely.transaction().execute(async (transaction) => {
        // The lock lets concurrent renewals of a user run one after the other, so that one address is left.
        await lockCaller({ engine, kysely: transaction }, userId);
        await remove(userId, transaction);
        await transaction.insertInto("calendar_feed").values({ user_id: userId, nonce, created_at: clock() }).execute();
      });
      return addressOf(nonce);
    },
    remove: (userId: string) => remove(userId),
    /** The user whose calendar has this token; `null` for a token that was never issued, or was revoked. */
    async ownerOf(token: string): Promise<CalendarOwner | null> {
      const nonce = token.slice(0, NONCE_LENGTH);
      const isAuthentic = isSame(Buffer.from(token), Buffer.from(calendarToken(secret, nonce)));
      return isAuthentic ? readOwner(kysely, nonce) : null;
    },
  };
}

export type CalendarLinks = ReturnType<typeof createCalendarLinks>;
