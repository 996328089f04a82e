import type { Context } from "hono";

/** Enough to tell a user's devices apart. */
const USER_AGENT_MAX = 300;

/** The `User-Agent` header of a request, for `deviceOf`. */
export function userAgentOf(context: Context): string {
  return (context.req.header("user-agent") ?? "").slice(0, USER_AGENT_MAX);
}

/** The browser and the operating system, by the names that users know. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

type Signs = readonly (readonly [sign: RegExp, name: string])[];

/** The order matters: most browsers also name the browsers that they descend from. */
const BROWSERS: Signs = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: Signs = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

function nameOf(signs: Signs, userAgent: string): string | null {
  return signs.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
}

/** Reads a `User-Agent` header (RFC 9110 §10.1.5). */
export function deviceOf(userAgent: string): Device {
  return { browser: nameOf(BROWSERS, userAgent), system: nameOf(SYSTEMS, userAgent) };
}
