import { createHmac, hkdfSync } from "node:crypto";
import { isSame } from "./tokens.ts";

/**
 * What a mailed link allows without a session: to answer for an event, to unsubscribe from mails, or to create a space. A
 * token of one purpose is invalid for every other.
 */
export type LinkPurpose = "answer" | "unsubscribe" | "space";

const KEY_BYTES = 32;
const SEPARATOR = ".";

/**
 * Signed tokens that contain their own data: nothing is stored for them. Each purpose has its own key, derived from the one
 * secret (RFC 5869).
 */
export function createLinkTokens(secret: string) {
  function keyOf(purpose: LinkPurpose): Buffer {
    return Buffer.from(hkdfSync("sha256", secret, "", `link ${purpose}`, KEY_BYTES));
  }

  function tokenOf(purpose: LinkPurpose, content: string): string {
    const signature = createHmac("sha256", keyOf(purpose)).update(content).digest("base64url");
    return `${content}${SEPARATOR}${signature}`;
  }

  return {
    /** @param parts ids, such as of a person and an event */
    sign(purpose: LinkPurpose, parts: readonly string[]): string {
      return tokenOf(purpose, Buffer.from(JSON.stringify(parts)).toString("base64url"));
    },
    /** The parts of a token that `sign` made for this purpose; `null` for any other text. */
    read(purpose: LinkPurpose, token: string): readonly string[] | null {
      const [content = ""] = token.split(SEPARATOR, 1);
      if (!isSame(Buffer.from(token), Buffer.from(tokenOf(purpose, content)))) return null;
      return JSON.parse(Buffer.from(content, "base64url").toString("utf8")) as string[];
    },
  };
}

export type LinkTokens = ReturnType<typeof createLinkTokens>;
