import { isSlug } from "#domain/spaces/slug.ts";
import { ownHosts } from "../http/own-site.ts";

/** Where a request goes, by its Host header. */
export type Destination = "front-door" | "nowhere" | { readonly slug: string };

/** The public origin of a space, such as `https://choir.diapason.example`. */
export function spaceOrigin(baseUrl: string, slug: string): string {
  const { protocol, host } = new URL(baseUrl);
  return `${protocol}//${slug}.${host}`;
}

/**
 * Returns a function that reads Host headers, ignoring case. Only the exact name leads to a space. A name with a dot at its
 * end, or with two labels before the domain, would be another origin with its own cookies.
 */
export function readDestinations(baseUrl: string): (host: string | null) => Destination {
  const frontDoorHosts = ownHosts(baseUrl);
  const suffix = `.${new URL(baseUrl).host}`;
  return (header) => {
    const host = header?.toLowerCase() ?? "";
    if (frontDoorHosts.has(host)) return "front-door";
    const slug = host.endsWith(suffix) ? host.slice(0, -suffix.length) : "";
    return isSlug(slug) ? { slug } : "nowhere";
  };
}
