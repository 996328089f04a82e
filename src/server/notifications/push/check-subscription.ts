import { ECDH } from "node:crypto";
import type { ErrorCode } from "#contract/errors.ts";
import type { NewSubscription } from "#contract/accounts/notifications.ts";
import { Refusal } from "../../errors.ts";
import { isReachable } from "./push-request.ts";

const CURVE = "prime256v1";
/** An uncompressed point of P-256 (RFC 8291 §2.1). */
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const BASE64_URL = /^[\w-]+$/;

/** Browsers write both keys without padding. */
function bytesOf(text: string): Buffer | null {
  return BASE64_URL.test(text) ? Buffer.from(text, "base64url") : null;
}

function isPoint(text: string): boolean {
  const bytes = bytesOf(text);
  if (bytes?.length !== POINT_BYTES) return false;
  try {
    ECDH.convertKey(bytes, CURVE);
    return true;
  } catch {
    return false;
  }
}

function mayBeReached(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  const { username, password, hostname } = url;
  return isReachable(url) && username === "" && password === "" && !/(?:^|\.)localhost\.?$/.test(hostname);
}

/** @throws Refusal `request.invalid` for keys of another form, and an endpoint that the server would not connect to */
export function checkSubscription({ endpoint, keys }: NewSubscription): void {
  const fields: Record<string, ErrorCode> = {
    ...(!mayBeReached(endpoint) && { endpoint: "request.invalid" }),
    ...(!isPoint(keys.p256dh) && { "keys.p256dh": "request.invalid" }),
    ...(bytesOf(keys.auth)?.length !== AUTH_BYTES && { "keys.auth": "request.invalid" }),
  };
  if (Object.keys(fields).length > 0) throw new Refusal("request.invalid", { fields });
}
