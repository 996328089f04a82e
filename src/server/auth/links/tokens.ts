import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LINKED_PAGES } from "#contract/paths.ts";

/** 256 bits: cannot be guessed. */
const TOKEN_BYTES = 32;

export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** The stored form of a token, so that a stolen copy of the database contains no usable link. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

export interface OneTimeToken {
  readonly token: string;
  readonly tokenHash: string;
}

export function newToken(): OneTimeToken {
  const token = randomToken();
  return { token, tokenHash: hashOf(token) };
}

/**
 * Derives a token from the secret and a stored nonce: admins can see the link again, but a stolen copy of the database
 * contains no usable link.
 */
export function deriveToken(secret: string, ...parts: readonly string[]): string {
  return createHmac("sha256", secret).update(parts.join("\n")).digest("base64url");
}

/** Whether two secrets are equal. Takes constant time, so that the duration does not reveal where they differ. */
export function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function invitationLink(origin: string, token: string): string {
  return `${origin}${LINKED_PAGES.register}?invitation=${token}`;
}
