import type { MiddlewareHandler } from "hono";

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

/** The addresses of these pages hold a token: their own files must not carry it about. */
const SECRET_PAGES: ReadonlySet<string> = new Set(["/register", "/reset-password"]);

/** Two years, as browsers' preload lists ask. */
const STRICT_TRANSPORT = "max-age=63072000; includeSubDomains";

/** What every answer tells the browser: run nothing inline, load nothing from elsewhere, be framed by nobody. */
export function guardHeaders(origin: string): Readonly<Record<string, string>> {
  return origin.startsWith("https:") ? { ...HEADERS, "strict-transport-security": STRICT_TRANSPORT } : HEADERS;
}

/** Gives every answer of the app its guards. */
export function securityHeaders(origin: string): MiddlewareHandler {
  const headers = Object.entries(guardHeaders(origin));
  return async function addSecurityHeaders(context, next) {
    await next();
    for (const [name, value] of headers) context.res.headers.set(name, value);
    if (SECRET_PAGES.has(context.req.path)) context.res.headers.set("referrer-policy", "no-referrer");
  };
}
