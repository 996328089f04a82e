import { CALENDAR_FEEDS } from "#contract/paths.ts";
import type { Database } from "../database/database.ts";
import { calendarToken, newNonce, nonceOf } from "./calendar-token.ts";
import { type CalendarOwner, readNonce, readOwner } from "./read-calendar-links.ts";
import { deleteNonce, writeNonce } from "./write-calendar-links.ts";

interface CalendarLinkDependencies {
  readonly database: Database;
  readonly secret: string;
  /** The origin of the addresses. */
  readonly baseUrl: string;
  readonly clock: () => Date;
}

/** The one calendar address of each user who wants it. */
export interface CalendarLinks {
  /** `null` if the user has none. */
  readonly read: (userId: string) => Promise<string | null>;
  /** A new address, which replaces the last. */
  readonly renew: (userId: string) => Promise<string>;
  readonly remove: (userId: string) => Promise<void>;
  /** `null` for a token that was never given, or was taken back. */
  readonly ownerOf: (token: string) => Promise<CalendarOwner | null>;
}

export function createCalendarLinks({ database, secret, baseUrl, clock }: CalendarLinkDependencies): CalendarLinks {
  const { kysely } = database;
  const addressOf = (nonce: string) => `${baseUrl}${CALENDAR_FEEDS}${calendarToken(secret, nonce)}.ics`;
  return {
    async read(userId) {
      const nonce = await readNonce(kysely, userId);
      return nonce === null ? null : addressOf(nonce);
    },
    async renew(userId) {
      const nonce = newNonce();
      await writeNonce(kysely, { userId, nonce, now: clock() });
      return addressOf(nonce);
    },
    remove: (userId) => deleteNonce(kysely, userId),
    async ownerOf(token) {
      const nonce = nonceOf(secret, token);
      return nonce === null ? null : readOwner(kysely, nonce);
    },
  };
}
