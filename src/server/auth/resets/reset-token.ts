import { createHash, randomBytes } from "node:crypto";
import { LINKED_PAGES } from "#contract/paths.ts";

/** 256 bits: cannot be guessed. */
const TOKEN_BYTES = 32;
const LIFETIME_MS = 60 * 60 * 1000;

export interface ResetToken {
  readonly token: string;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** The hash of a token, which is all that is stored. */
export function resetTokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** A token that is valid for an hour from `now`. */
export function newResetToken(now: Date): ResetToken {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: resetTokenHash(token), expiresAt: new Date(now.getTime() + LIFETIME_MS) };
}

/** The address of the page that sets a new password. */
export function resetLink(baseUrl: string, token: string): string {
  return `${baseUrl}${LINKED_PAGES.resetPassword}?token=${token}`;
}
