import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";

/** Under https a browser takes `__Host-` cookies from this host alone, for this host alone (RFC 6265bis §4.1.3.2). */
export function cookiePrefixOf(baseUrl: string): string {
  return baseUrl.startsWith("https:") ? "__Host-diapason" : "diapason";
}

export interface SessionCookie {
  /** The token of the request's session cookie; `null` where there is none, or one that we did not sign. */
  readonly readToken: (context: Context) => string | null;
}

/**
 * Reads the cookie that the auth library writes: `TOKEN.SIGNATURE`, the signature an HMAC-SHA-256 in base64. The
 * library could, too, in twice the time of all the rest of a call: every call passes here.
 */
export function createSessionCookie(secret: string, baseUrl: string): SessionCookie {
  const name = `${cookiePrefixOf(baseUrl)}.session_token`;
  return {
    readToken(context) {
      const value = getCookie(context, name) ?? "";
      const dot = value.lastIndexOf(".");
      const token = value.slice(0, Math.max(0, dot));
      const signature = Buffer.from(value.slice(dot + 1), "base64");
      const expected = createHmac("sha256", secret).update(token).digest();
      const isOurs = token !== "" && signature.length === expected.length && timingSafeEqual(signature, expected);
      return isOurs ? token : null;
    },
  };
}
