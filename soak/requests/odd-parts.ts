/** Parts of requests that our page would never send. */
import { oneOf, type Random } from "../random.ts";
import { HOST, ORIGIN } from "./draft.ts";
import { HOSTILE_TEXTS } from "./hostile-values.ts";

/** Lone surrogates cannot be encoded; they are sent as the replacement character. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 6000);
}

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];
export const CONTENT_TYPES = [
  "text/plain",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json;",
  "APPLICATION/JSON",
  "application/json, text/html",
  "application/ld+json",
  "x".repeat(2000),
  "",
];
export const COOKIES = [
  "",
  "diapason.session_token=",
  "diapason.session_token=.",
  "diapason.session_token=a.b",
  "diapason.session_token=%",
  "diapason.session_token=%00.%00",
  "diapason.session_token=%f0%28",
  `diapason.session_token=${"x".repeat(4000)}.${"y".repeat(4000)}`,
  "__proto__=1; constructor=2; diapason.session_token=a.b",
  "=; ;; =a; diapason.session_token",
  '"diapason.session_token"="a"',
  "__Host-diapason.session_token=a.b",
];
export const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ["origin", "https://evil.example"],
  ["origin", "null"],
  ["origin", ORIGIN.toUpperCase()],
  ["host", "evil.example"],
  ["host", `${HOST}.`],
  ["host", ""],
  ["sec-fetch-site", "cross-site"],
  ["x-forwarded-for", "unknown, , 999.1.1.1"],
  ["x-forwarded-for", "1.2.3.4, ".repeat(500)],
  ["x-forwarded-host", "evil.example"],
  ["x-forwarded-proto", "https"],
  ["forwarded", 'for="[::1]";host=evil.example'],
  ["x-http-method-override", "DELETE"],
  ["content-encoding", "gzip"],
  ["accept-encoding", "br;q=x, gzip;q=2, *;q=0"],
  ["accept", "text/html;q=0.9, */*;q=nan"],
  ["expect", "100-continue"],
  ["range", "bytes=0-0,5-1,-1"],
  ["if-none-match", '*, W/"x", "'],
  ["if-modified-since", "2026-02-30"],
  ["upgrade", "websocket"],
  ["user-agent", "\u00ff".repeat(3000)],
  ["x-large", "x".repeat(15_000)],
  ["x-too-large", "x".repeat(17_000)],
  ["__proto__", "x"],
  ["constructor", "x"],
  ["authorization", "Bearer x"],
  ["access-control-request-method", "DELETE"],
];
export const PATH_CHANGES: readonly ((path: string, random: Random) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => `${path}/..%2f..%2fetc%2fpasswd`,
  (path) => `${path}/../../../../etc/passwd`,
  (path) => `/assets/..%2f..%2f${path}`,
  (path) => path.replace("/api", "/%61pi"),
  (path) => path.replaceAll("/", "//"),
  (path) => path.replaceAll("/", "\\"),
  (path) => `${path}%00`,
  (path) => `${path}%`,
  (path) => `${path}%ff%fe`,
  (path) => `${path};a=b`,
  (path) => `${path}/${"x".repeat(5000)}`,
  (path) => `${path}/${"a/".repeat(500)}`,
  (path) => `${path}.json`,
  (path) => `http://evil.example${path}`,
  (path, random) => path.replace(/[^/]+$/, encodeText(oneOf(random, HOSTILE_TEXTS) ?? "")),
  () => "/%2e%2e/%2e%2e/etc/passwd",
  () => "/assets/__proto__",
  () => "/api",
  () => "/api/",
  () => "*",
];
