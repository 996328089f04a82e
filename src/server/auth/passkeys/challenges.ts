import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../../database/schema.ts";
import { hashOf, isSame } from "../links/tokens.ts";

/** What a challenge is for. A challenge of one purpose is invalid for every other. */
export type ChallengePurpose =
  | { readonly type: "sign-in" }
  /** Adding a passkey, after the user gave the password in this session. */
  | { readonly type: "addition"; readonly userId: string; readonly sessionId: string };

/** Enough time to find a phone and unlock it. */
export const CHALLENGE_MS = 5 * 60 * 1000;
const KEY_BYTES = 32;
const NONCE_BYTES = 32;
/** Holds milliseconds since 1970 for thousands of years. */
const TIME_BYTES = 6;

/**
 * Makes and checks the random challenges that a passkey signs (WebAuthn). Each contains its expiry and an HMAC, so that
 * a challenge is stored only once it was answered. The key of the HMAC is derived from the server's secret (RFC 5869).
 */
export function createPasskeyChallenges(secret: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "passkey challenge", KEY_BYTES));

  function sign(purpose: ChallengePurpose, content: Buffer): Buffer {
    const fields = purpose.type === "sign-in" ? [purpose.type] : [purpose.type, purpose.userId, purpose.sessionId];
    return createHmac("sha256", key).update(content).update(JSON.stringify(fields)).digest();
  }

  return {
    make(purpose: ChallengePurpose, now: Date): string {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeUIntBE(now.getTime() + CHALLENGE_MS, 0, TIME_BYTES);
      const content = Buffer.concat([randomBytes(NONCE_BYTES), time]);
      return Buffer.concat([content, sign(purpose, content)]).toString("base64url");
    },
    /** Whether the challenge was made here, for this purpose, and has not expired. */
    isValid(purpose: ChallengePurpose, challenge: string, now: Date): boolean {
      const bytes = Buffer.from(challenge, "base64url");
      const content = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
      if (!isSame(bytes.subarray(content.length), sign(purpose, content))) return false;
      const remainingMs = content.readUIntBE(NONCE_BYTES, TIME_BYTES) - now.getTime();
      // More than the whole lifetime remains if the clock was set back.
      return remainingMs > 0 && remainingMs <= CHALLENGE_MS;
    },
  };
}

/** Marks a challenge as used. Returns `false` if it was used before. */
export async function consumeChallenge(transaction: Kysely<Tables>, challenge: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("used_challenge")
    .values({ challenge_hash: hashOf(challenge), expires_at: new Date(now.getTime() + CHALLENGE_MS) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
