import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Mail } from "./mail.ts";

/** The part of a queued mail that is encrypted: its link gives access to an account. */
type SecretPart = Pick<Mail, "to" | "content">;

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** Lengths from NIST SP 800-38D §5.2.1.1, §5.2.1.2. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts queued mails (AES-GCM), with a key that is derived from the server's secret (HKDF, RFC 5869). */
export function createMailEncryption(secret: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "mail queue", KEY_BYTES));
  return {
    encrypt(id: string, part: SecretPart): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(id));
      const text = Buffer.concat([cipher.update(JSON.stringify(part)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
    },
    /** `null` if it was encrypted with another secret, or belongs to another mail. */
    decrypt(id: string, encrypted: string): SecretPart | null {
      const bytes = Buffer.from(encrypted, "base64url");
      const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(id)).setAuthTag(rest.subarray(0, TAG_BYTES));
        const text = Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]);
        return JSON.parse(text.toString("utf8")) as SecretPart;
      } catch {
        return null;
      }
    },
  };
}
