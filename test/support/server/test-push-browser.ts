import { createECDH, randomBytes } from "node:crypto";
import type { NewSubscription } from "#contract/accounts/notifications.ts";

/** A browser's subscription, with the private key that opens what is sent to it. */
export interface TestSubscription {
  readonly subscription: NewSubscription;
  readonly privateKey: Buffer;
  readonly auth: Buffer;
}

/** A new subscription at this push service. */
export function newTestSubscription(service = "https://push.example.org"): TestSubscription {
  const keys = createECDH("prime256v1");
  const p256dh = keys.generateKeys("base64url");
  const auth = randomBytes(16);
  const endpoint = `${service}/push/${randomBytes(12).toString("base64url")}`;
  const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth: auth.toString("base64url") } };
  return { subscription, privateKey: keys.getPrivateKey(), auth };
}
