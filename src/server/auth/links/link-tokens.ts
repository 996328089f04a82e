import { createHmac, hkdfSync } from "node:crypto";
import { isSame } from "./tokens.ts";

/**
 * What a mailed link allows without a session: to answer for an event, to unsubscribe from mails, or to create a space. A
 * token of one purpose is invalid for every other.
 */
export type LinkPurpose = "answer" | "unsubscribe" | "space";

/** Signed tokens that contain their own data. Nothing is stored for them. */
export interface LinkTokens {
  /** @param parts ids, such as of a person and an event */
  readonly sign: (purpose: LinkPurpose, parts: readonly string[]) => string;
  /** The parts of a token that `sign` made for this purpose; `null` for any other text. */
  readonly read: (purpose: LinkPurpose, token: string) => readonly string[] | null;
}

const KEY_BYTES = 32;
const SEPARATOR = ".";

/** Uses a key for each purpose, derived from the one secret (RFC 5869). */
export function createLinkTokens(secret: string): LinkTokens {
  function keyOf(purpose: LinkPurpose): Buffer {
    return Buffer.from(hkdfSync("sha256", secret, "", `link ${purpose}`, KEY_BYTES));
  }
  const keys: Readonly<Record<LinkPurpose, Buffer>> = {
    answer: keyOf("answer"),
    unsubscribe: keyOf("unsubscribe"),
    space: keyOf("space"),
  };

  function tokenOf(purpose: LinkPurpose, content: string): string {
    const signature = createHmac("sha256", keys[purpose]).update(content).digest("base64url");
    return `${content}${SEPARATOR}${signature}`;
  }

  return {
    sign: (purpose, parts) => tokenOf(purpose, Buffer.from(JSON.stringify(parts)).toString("base64url")),
    read(purpose, token) {
      const [content = ""] = token.split(SEPARATOR, 1);
      if (!isSame(Buffer.from(token), Buffer.from(tokenOf(purpose, content)))) return null;
      return JSON.parse(Buffer.from(content, "base64url").toString("utf8")) as string[];
    },
  };
}
