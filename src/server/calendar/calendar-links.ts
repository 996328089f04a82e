import { CALENDAR_FEEDS } from "#contract/paths.ts";
import type { Database } from "../database/database.ts";
import { type CalendarOwner, deleteNonce, readNonce, readOwner, writeNonce } from "./write-calendar-links.ts";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 128 bits: two users never get the same by accident. */
const NONCE_BYTES = 16;
const NONCE_LENGTH = 22;

function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString("base64url");
}

/**
 * The token of a calendar's address: the nonce, by which its row is found, and what is derived from it under the
 * server's secret. A copy of the database does not contain the second part.
 */
function calendarToken(secret: string, nonce: string): string {
  return nonce + createHmac("sha256", secret).update(`calendar\n${nonce}`).digest("base64url");
}

/** The nonce of a token that this server made; `null` for any other. */
function nonceOf(secret: string, token: string): string | null {
  const nonce = token.slice(0, NONCE_LENGTH);
  const [given, expected] = [Buffer.from(token), Buffer.from(calendarToken(secret, nonce))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : null;
}

interface CalendarLinkDependencies {
  readonly database: Database;
  readonly secret: string;
  /** The origin of the addresses. */
  readonly baseUrl: string;
  readonly clock: () => Date;
}

/** The calendar address of each user who wants it. */
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
      await writeNonce(database, { userId, nonce, now: clock() });
      return addressOf(nonce);
    },
    remove: (userId) => deleteNonce(kysely, userId),
    async ownerOf(token) {
      const nonce = nonceOf(secret, token);
      return nonce === null ? null : readOwner(kysely, nonce);
    },
  };
}
