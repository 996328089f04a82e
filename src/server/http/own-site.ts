import type { MiddlewareHandler } from "hono";
import { isLoopback } from "../env.ts";
import { Refusal } from "../errors.ts";
import { isReading } from "./reading-methods.ts";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"] as const;
/** What a browser says about calls of this site's own pages, and of an address typed by hand. */
const OWN_FETCH_SITES: ReadonlySet<string> = new Set(["same-origin", "none"]);

/** The origins under which this site is reached: its public address; on loopback each of that machine's own names. */
function ownOrigins(baseUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (!isLoopback(hostname)) return [origin];
  const suffix = port === "" ? "" : `:${port}`;
  return [origin, ...LOOPBACK_NAMES.map((name) => `${protocol}//${name}${suffix}`)];
}

function comesFromElsewhere(headers: Headers, origins: ReadonlySet<string>): boolean {
  const origin = headers.get("origin");
  if (origin !== null) return !origins.has(origin);
  const site = headers.get("sec-fetch-site");
  return site !== null && !OWN_FETCH_SITES.has(site);
}

/** Refuses other host names (a foreign name that was pointed at this machine) and writes that another site's page sent. */
export function ownSiteOnly(baseUrl: string): MiddlewareHandler {
  const origins = new Set(ownOrigins(baseUrl));
  const hosts = new Set([...origins].map((origin) => new URL(origin).host));
  return async function refuseOtherSites({ req }, next) {
    const { headers, method } = req.raw;
    if (!hosts.has(headers.get("host")?.toLowerCase() ?? "")) throw new Refusal("request.host_refused");
    if (!isReading(method) && comesFromElsewhere(headers, origins)) {
      throw new Refusal("request.origin_refused");
    }
    await next();
  };
}
