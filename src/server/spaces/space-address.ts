import { isSlug } from "#domain/spaces/slug.ts";
import { isLoopback } from "../env.ts";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"] as const;

/** What a Host header leads to. */
export type Destination = "front-door" | "nowhere" | { readonly slug: string };

/** The public origin of a space. */
export function spaceOrigin(baseUrl: string, slug: string): string {
  const { protocol, host } = new URL(baseUrl);
  return `${protocol}//${slug}.${host}`;
}

/** The hosts of the front door: the public one, and on loopback every name of the machine itself. */
function frontDoorHosts(baseUrl: string): ReadonlySet<string> {
  const { hostname, host, port } = new URL(baseUrl);
  if (!isLoopback(hostname)) return new Set([host]);
  const suffix = port === "" ? "" : `:${port}`;
  return new Set([host, ...LOOPBACK_NAMES.map((name) => name + suffix)]);
}

/**
 * Reads Host headers. Only the exact address of a space leads to it, in any case: a name with a dot at its end or two
 * labels in front of the domain would be another origin, with cookies of its own.
 */
export function readDestinations(baseUrl: string): (host: string | null) => Destination {
  const own = frontDoorHosts(baseUrl);
  const ending = `.${new URL(baseUrl).host}`;
  return (header) => {
    const host = header?.toLowerCase() ?? "";
    if (own.has(host)) return "front-door";
    const slug = host.endsWith(ending) ? host.slice(0, -ending.length) : "";
    return isSlug(slug) ? { slug } : "nowhere";
  };
}
