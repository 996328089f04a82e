import { type BlockList, isIP } from "node:net";

/** Headers by which a proxy says that it passes on somebody else's request. */
const FORWARDING_HEADERS = [
  "cf-connecting-ip",
  "fastly-client-ip",
  "forwarded",
  "forwarded-for",
  "true-client-ip",
  "via",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-forwarded",
  "x-original-forwarded-for",
  "x-real-ip",
] as const;

/** An IPv4 address that came in over an IPv6 socket, as the IPv4 address it is. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

export function isTrusted(address: string, trustedProxies: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trustedProxies.check(address, family === 6 ? "ipv6" : "ipv4");
}

/**
 * The address of whoever made the call. `X-Forwarded-For` counts only when a trusted proxy sent it, and from its end:
 * what stands before the first address that we do not trust may be invented.
 */
export function clientAddress(peer: string | undefined, headers: Headers, trustedProxies: BlockList): string {
  let address = plainAddress(peer ?? "");
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => plainAddress(hop.trim()));
  while (isTrusted(address, trustedProxies)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

/**
 * Whether the call was passed on by a proxy, trusted or not. Some say nothing of themselves unless told to, but speak
 * HTTP/1.0, which no browser does: nginx is the best known.
 */
export function isForwarded(headers: Headers, httpVersion?: string): boolean {
  if (httpVersion === "1.0" || FORWARDING_HEADERS.some((name) => headers.has(name))) return true;
  return [...headers.keys()].some((name) => name.startsWith("x-forwarded-"));
}

/**
 * Whom a limit counts as one: an IPv4 address, or the half of an IPv6 address that a provider gives a household
 * (RFC 6177), who may take any of 2⁶⁴ for each call.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
  const groups = head.split(":").filter(Boolean);
  const missing = 8 - groups.length - tail.split(":").filter(Boolean).length;
  const all = address.includes("::") ? [...groups, ...Array<string>(missing).fill("0"), ...tail.split(":")] : groups;
  const prefix = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(":")}::/64`;
}
