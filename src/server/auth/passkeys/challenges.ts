import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../../database/schema.ts";
import { hashOf, isSame } from "../links/tokens.ts";

/** What a challenge is for. A challenge of one purpose is void for any other. */
export type ChallengePurpose =
  | { readonly type: "sign-in" }
  /** For a user who gave the password in this session. */
  | { readonly type: "addition"; readonly userId: string; readonly sessionId: string };

/** Time to unlock a phone, or to find another one. */
export const CHALLENGE_MS = 5 * 60 * 1000;
const KEY_BYTES = 32;
const NONCE_BYTES = 32;
/** Holds milliseconds since 1970 for thousands of years. */
const TIME_BYTES = 6;

/**
 * Challenges are signed, so that unanswered ones need no storage. Their key is derived from the server's secret
 * (RFC 5869).
 */
export function createPasskeyChallenges(secret: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "passkey challenge", KEY_BYTES));

  function sign(purpose: ChallengePurpose, content: Buffer): Buffer {
    const bound = purpose.type === "sign-in" ? [purpose.type] : [purpose.type, purpose.userId, purpose.sessionId];
    return createHmac("sha256", key).update(content).update(JSON.stringify(bound)).digest();
  }

  return {
    make(purpose: ChallengePurpose, now: Date): string {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeUIntBE(now.getTime() + CHALLENGE_MS, 0, TIME_BYTES);
      const content = Buffer.concat([randomBytes(NONCE_BYTES), time]);
      return Buffer.concat([content, sign(purpose, content)]).toString("base64url");
    },
    /** Whether the challenge was made here, for this purpose, and has not expired. */
    isGood(purpose: ChallengePurpose, challenge: string, now: Date): boolean {
      const bytes = Buffer.from(challenge, "base64url");
      const content = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
      if (!isSame(bytes.subarray(content.length), sign(purpose, content))) return false;
      const left = content.readUIntBE(NONCE_BYTES, TIME_BYTES) - now.getTime();
      // More time is left than a challenge ever has: the clock was set back.
      return left > 0 && left <= CHALLENGE_MS;
    },
  };
}

/** Notes that a challenge was answered. Returns whether this was the first answer. */
export async function takeChallenge(transaction: Kysely<Tables>, challenge: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("used_challenge")
    .values({ challenge_hash: hashOf(challenge), expires_at: new Date(now.getTime() + CHALLENGE_MS) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
