import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The tokens of personal invitations. */
export interface InvitationTokens {
  /** The token of a link that an admin passes on. */
  readonly plain: (nonce: string) => string;
  /** The token of the same link as it is mailed: who sends it has received that mail. */
  readonly mailed: (nonce: string, address: string) => string;
  /** Whether the token is the one that was mailed to this address. */
  readonly isMailedTo: (token: string, nonce: string, address: string) => boolean;
}

const SEPARATOR = ".";

/** Derived, so that an admin can copy a link that was mailed, but a copy of the database does not contain it. */
export function createInvitationTokens(secret: string): InvitationTokens {
  function derive(...parts: readonly string[]): string {
    return createHmac("sha256", secret).update(parts.join("\n")).digest("base64url");
  }
  function plain(nonce: string): string {
    return derive("personal invitation", nonce);
  }
  function mailed(nonce: string, address: string): string {
    return `${plain(nonce)}${SEPARATOR}${derive("mailed personal invitation", nonce, address)}`;
  }
  return {
    plain,
    mailed,
    isMailedTo(token, nonce, address) {
      const [given, expected] = [Buffer.from(token), Buffer.from(mailed(nonce, address))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** The hash that is stored: the same for both forms of a token. */
export function invitationHash(token: string): string {
  const [plain = ""] = token.split(SEPARATOR, 1);
  return createHash("sha256").update(plain).digest("base64url");
}
