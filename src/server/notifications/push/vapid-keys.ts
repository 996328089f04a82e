import { createECDH, hkdfSync } from "node:crypto";

/** The server's key pair, by which push services recognise it (RFC 8292), in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const CURVE = "prime256v1";
const PRIVATE_KEY_BYTES = 32;

/**
 * Derives the pair from the one secret (RFC 5869), so that all processes have the same one and nothing else has to be
 * kept. A private key is a number from 1 to the order of the curve; one in 2³² derived numbers is none, and the next is
 * taken.
 */
export function deriveVapidKeys(secret: string): VapidKeys {
  const pair = createECDH(CURVE);
  for (let attempt = 0; ; attempt += 1) {
    const candidate = Buffer.from(hkdfSync("sha256", secret, "", `vapid ${attempt}`, PRIVATE_KEY_BYTES));
    try {
      pair.setPrivateKey(candidate);
    } catch {
      continue;
    }
    return { publicKey: pair.getPublicKey("base64url"), privateKey: candidate.toString("base64url") };
  }
}

/**
 * How a push service reaches the operator (RFC 8292 §2.1): the site, or else where its mails come from, as push services
 * refuse an address of the site that is not public.
 */
export function vapidContact(baseUrl: string, mailFrom: string): string {
  if (baseUrl.startsWith("https:")) return baseUrl;
  return `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom.trim()}`;
}
