import type { Context } from "hono";

/** Characters that are stored: enough to distinguish a user's devices. */
const USER_AGENT_MAX = 300;

export function userAgentOf(context: Context): string {
  return (context.req.header("user-agent") ?? "").slice(0, USER_AGENT_MAX);
}

/** The browser and the operating system, by the names that users know. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

type Patterns = readonly (readonly [pattern: RegExp, name: string])[];

/** The order matters: Edge and Opera also name Chrome, and Chrome also names Safari. */
const BROWSERS: Patterns = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: Patterns = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

function nameOf(patterns: Patterns, userAgent: string): string | null {
  return patterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}

export function deviceOf(userAgent: string): Device {
  return { browser: nameOf(BROWSERS, userAgent), system: nameOf(SYSTEMS, userAgent) };
}
