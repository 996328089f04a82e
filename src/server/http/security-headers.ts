import type { MiddlewareHandler } from "hono";
import { ANSWER_PAGE_FILE, CALENDAR_FEEDS, LINKED_PAGES } from "#contract/paths.ts";

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** The URLs of these pages contain a token, which must not leak in the `Referer` header. */
const SECRET_PAGES: ReadonlySet<string> = new Set([
  LINKED_PAGES.register,
  LINKED_PAGES.resetPassword,
  LINKED_PAGES.answer,
  ANSWER_PAGE_FILE,
  LINKED_PAGES.confirmEmail,
  LINKED_PAGES.unsubscribe,
]);

function isSecret(path: string): boolean {
  return SECRET_PAGES.has(path) || path.startsWith(CALENDAR_FEEDS);
}

/** HSTS for two years, in seconds. */
const STRICT_TRANSPORT = "max-age=63072000";

export interface OwnSite {
  readonly origin: string;
  /** Whether HSTS includes subdomains. Other people may run those. */
  readonly isHstsForSubdomains: boolean;
}

/** The security headers of every response: no inline scripts, no foreign resources, no framing. */
export function guardHeaders({ origin, isHstsForSubdomains }: OwnSite): Readonly<Record<string, string>> {
  if (!origin.startsWith("https:")) return HEADERS;
  const hsts = isHstsForSubdomains ? `${STRICT_TRANSPORT}; includeSubDomains` : STRICT_TRANSPORT;
  return { ...HEADERS, "strict-transport-security": hsts };
}

export function securityHeaders(site: OwnSite): MiddlewareHandler {
  const headers = Object.entries(guardHeaders(site));
  return async function addSecurityHeaders(context, next) {
    await next();
    for (const [name, value] of headers) context.res.headers.set(name, value);
    if (isSecret(context.req.path)) context.res.headers.set("referrer-policy", "no-referrer");
  };
}
