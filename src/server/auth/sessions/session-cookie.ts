import { createHmac } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { VISIT_COOKIE, VISIT_COOKIE_SECONDS, visitCookieOf, type VisitHint } from "#contract/visit/visit-cookie.ts";
import { isSame } from "../links/tokens.ts";

/** How long a remembered session lives without being used, in seconds. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** Under https a browser takes `__Host-` cookies from this host alone, for this host alone (RFC 6265bis §4.1.3.2). */
function cookiePrefixOf(baseUrl: string): string {
  return baseUrl.startsWith("https:") ? "__Host-diapason" : "diapason";
}

/**
 * The cookie that holds a session's token, and the mark of a session that is not remembered. Both are
 * `VALUE.SIGNATURE`, the signature an HMAC-SHA-256 in base64. Earlier versions wrote the same: it must not change, or
 * everybody is signed out by an update.
 */
export interface SessionCookie {
  /** The token of the request's session cookie; `null` without one, or when its signature is wrong. */
  readonly readToken: (context: Context) => string | null;
  /** Whether the request's session outlives the browser, which is so unless a signed mark says otherwise. */
  readonly isRemembered: (context: Context) => boolean;
  /** Sets the cookie of a session: for thirty days when it is remembered, else until the browser closes. */
  readonly give: (context: Context, token: string, isRemembered: boolean) => void;
  /** Sets a remembered session's cookie again, for thirty days from now. */
  readonly prolong: (context: Context, token: string) => void;
  /** Stores what this browser shows in a cookie, for its next visit. */
  readonly noteVisit: (context: Context, hint: VisitHint) => void;
  readonly clear: (context: Context) => void;
}

const NOT_REMEMBERED = "true";

export function createSessionCookie(secret: string, baseUrl: string): SessionCookie {
  const prefix = cookiePrefixOf(baseUrl);
  const tokenName = `${prefix}.session_token`;
  const markName = `${prefix}.dont_remember`;
  const attributes = { path: "/", httpOnly: true, sameSite: "Lax", secure: baseUrl.startsWith("https:") } as const;

  function signatureOf(value: string): Buffer {
    return createHmac("sha256", secret).update(value).digest();
  }

  // Node's HMAC takes a fifth of the time of the framework's signed cookies.
  function readSigned(context: Context, name: string): string | null {
    const signed = getCookie(context, name) ?? "";
    const dot = signed.lastIndexOf(".");
    const value = signed.slice(0, Math.max(0, dot));
    const signature = Buffer.from(signed.slice(dot + 1), "base64");
    return value !== "" && isSame(signature, signatureOf(value)) ? value : null;
  }

  function sign(value: string): string {
    return `${value}.${signatureOf(value).toString("base64")}`;
  }

  function prolong(context: Context, token: string): void {
    setCookie(context, tokenName, sign(token), { ...attributes, maxAge: SESSION_SECONDS });
  }

  return {
    readToken: (context) => readSigned(context, tokenName),
    isRemembered: (context) => readSigned(context, markName) !== NOT_REMEMBERED,
    give(context, token, isRemembered) {
      if (isRemembered) {
        // The mark of an earlier sign-in on this browser would keep the new session from being prolonged.
        deleteCookie(context, markName, attributes);
        prolong(context, token);
        return;
      }
      setCookie(context, tokenName, sign(token), attributes);
      setCookie(context, markName, sign(NOT_REMEMBERED), attributes);
    },
    prolong,
    noteVisit(context, hint) {
      const value = visitCookieOf(hint);
      if (getCookie(context, VISIT_COOKIE) === value) return;
      setCookie(context, VISIT_COOKIE, value, { ...attributes, maxAge: VISIT_COOKIE_SECONDS });
    },
    clear(context) {
      if (getCookie(context, VISIT_COOKIE) !== undefined) deleteCookie(context, VISIT_COOKIE, attributes);
      deleteCookie(context, tokenName, attributes);
      deleteCookie(context, markName, attributes);
    },
  };
}
