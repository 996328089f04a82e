import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { CALENDAR_FEEDS, LINKED_PAGES, METRICS_PATH } from "#contract/paths.ts";
import { isLoopback } from "../env.ts";
import { Refusal } from "../errors.ts";
import { isForwarded, isLoopbackPeer } from "./client-address.ts";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether the method is safe: it changes nothing (RFC 9110 §9.2.1). */
export function isSafeMethod(method: string): boolean {
  return SAFE_METHODS.has(method);
}

/** The calls that carry the token of a link. */
const LINK_CALLS: ReadonlySet<string> = new Set([
  LINKED_PAGES.unsubscribe,
  OPERATIONS.readLinkedEvent.path,
  OPERATIONS.answerByLink.path,
  OPERATIONS.confirmEmail.path,
  OPERATIONS.resetPassword.path,
  OPERATIONS.checkInvitation.path,
]);

/**
 * Whether a call is authorised by the token of a link, in its address or body, rather than by a cookie. Another site's
 * page gains nothing from such a call: everybody who has the token can make it anyway.
 */
export function isLinkCall(path: string): boolean {
  return LINK_CALLS.has(path) || path.startsWith(CALENDAR_FEEDS);
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"] as const;
/** `Sec-Fetch-Site` of calls by this site's own pages, of a typed address, and of programs other than browsers. */
const OWN_FETCH_SITES: ReadonlySet<string | null> = new Set(["same-origin", "none", null]);

export function isOwnFetch(headers: Pick<Headers, "get">): boolean {
  return OWN_FETCH_SITES.has(headers.get("sec-fetch-site"));
}

/** The origins of this site: its public origin, and on loopback one for every name of this machine. */
function ownOrigins(baseUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (!isLoopback(hostname)) return [origin];
  const suffix = port === "" ? "" : `:${port}`;
  return [origin, ...LOOPBACK_NAMES.map((name) => `${protocol}//${name}${suffix}`)];
}

/** The hosts of `ownOrigins`, as in a `Host` header. */
export function ownHosts(baseUrl: string): ReadonlySet<string> {
  return new Set(ownOrigins(baseUrl).map((origin) => new URL(origin).host));
}

/** Whether another site's page caused the request. */
function isByOtherSite(headers: Headers, origins: ReadonlySet<string>): boolean {
  const origin = headers.get("origin");
  return origin === null ? !isOwnFetch(headers) : !origins.has(origin);
}

/** Paths that programs on this machine may call by any host name: health is no secret, and the metrics need a token. */
export const LOCAL_PATHS: ReadonlySet<string> = new Set([OPERATIONS.health.path, METRICS_PATH]);

/**
 * Whether the request is a container's health check, or by a monitoring program on this machine. Both use a local address
 * instead of the public name.
 */
export function isLocalMonitoring(request: Request, remoteAddress: string | undefined, paths = LOCAL_PATHS): boolean {
  const { method, headers, url } = request;
  if (!isSafeMethod(method) || !paths.has(new URL(url).pathname)) return false;
  return isLoopbackPeer(remoteAddress) && !isForwarded(headers);
}

/**
 * Refuses other host names (against DNS rebinding), and writes by another site's page (against CSRF). Writes with a
 * link's token may come from any site: one-click unsubscription (RFC 8058) sends the mail program's origin, or `null`.
 */
export function ownSiteOnly(
  baseUrl: string,
  localPaths = LOCAL_PATHS,
): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> {
  const origins = new Set(ownOrigins(baseUrl));
  const hosts = ownHosts(baseUrl);
  return async function refuseOtherSites({ req, env }, next) {
    const { headers, method } = req.raw;
    const isOwn = hosts.has(headers.get("host")?.toLowerCase() ?? "");
    if (!isOwn && !isLocalMonitoring(req.raw, env.incoming?.socket.remoteAddress, localPaths)) {
      throw new Refusal("request.host_refused");
    }
    if (!isSafeMethod(method) && !isLinkCall(req.path) && isByOtherSite(headers, origins)) {
      throw new Refusal("request.origin_refused");
    }
    await next();
  };
}
