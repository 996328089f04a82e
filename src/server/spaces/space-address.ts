import { isSlug } from "#domain/spaces/slug.ts";
import { ownHosts } from "../http/own-site.ts";

/** What a Host header leads to. */
export type Destination = "front-door" | "nowhere" | { readonly slug: string };

/** The public origin of a space. */
export function spaceOrigin(baseUrl: string, slug: string): string {
  const { protocol, host } = new URL(baseUrl);
  return `${protocol}//${slug}.${host}`;
}

/**
 * Returns a function that reads Host headers, in upper or lower case. Only the exact name of a space leads to it: a name
 * with a dot at its end, or with two labels before the domain, would be another origin with its own cookies.
 */
export function readDestinations(baseUrl: string): (host: string | null) => Destination {
  const frontDoorHosts = ownHosts(baseUrl);
  const ending = `.${new URL(baseUrl).host}`;
  return (header) => {
    const host = header?.toLowerCase() ?? "";
    if (frontDoorHosts.has(host)) return "front-door";
    const slug = host.endsWith(ending) ? host.slice(0, -ending.length) : "";
    return isSlug(slug) ? { slug } : "nowhere";
  };
}
