import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Mail } from "./mail.ts";

/** The part of a queued mail that is encrypted: it contains a link that opens an account. */
type Letter = Pick<Mail, "to" | "content">;

export interface MailSeal {
  readonly close: (id: string, letter: Letter) => string;
  /** `null` if it was encrypted with another secret, or belongs to another mail. */
  readonly open: (id: string, sealed: string) => Letter | null;
}

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** NIST SP 800-38D §5.2.1.1, §5.2.1.2. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Uses a key for mails only, derived from the one secret (RFC 5869). */
export function createMailSeal(secret: string): MailSeal {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "mail queue", KEY_BYTES));
  return {
    close(id, letter) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(id));
      const text = Buffer.concat([cipher.update(JSON.stringify(letter)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
    },
    open(id, sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(id)).setAuthTag(rest.subarray(0, TAG_BYTES));
        const text = Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]);
        return JSON.parse(text.toString("utf8")) as Letter;
      } catch {
        return null;
      }
    },
  };
}
