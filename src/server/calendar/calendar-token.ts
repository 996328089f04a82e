import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 128 bits: two users never get the same by accident. */
const NONCE_BYTES = 16;
const NONCE_LENGTH = 22;

export function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString("base64url");
}

/**
 * The token of a calendar's address: the nonce, by which its row is found, and what is derived from it under the
 * server's secret. A copy of the database does not contain the second part.
 */
export function calendarToken(secret: string, nonce: string): string {
  return nonce + createHmac("sha256", secret).update(`calendar\n${nonce}`).digest("base64url");
}

/** The nonce of a token that this server made; `null` for any other. */
export function nonceOf(secret: string, token: string): string | null {
  const nonce = token.slice(0, NONCE_LENGTH);
  const [given, expected] = [Buffer.from(token), Buffer.from(calendarToken(secret, nonce))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : null;
}
