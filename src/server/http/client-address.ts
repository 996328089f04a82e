import { type BlockList, isIP } from "node:net";
import { isLoopback } from "../env.ts";

/** Headers that proxies add, besides those that begin with `x-forwarded-`. */
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

/** Turns an IPv4-mapped IPv6 address into the IPv4 address. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

export function isTrusted(address: string, trustedProxies: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trustedProxies.check(address, family === 6 ? "ipv6" : "ipv4");
}

/**
 * The client's address. `X-Forwarded-For` is used only if a trusted proxy sent it. It is read from its end: the first
 * address that is no trusted proxy is the client's, because everything before it may be forged.
 */
export function clientAddress(remoteAddress: string | undefined, headers: Headers, trustedProxies: BlockList): string {
  let address = plainAddress(remoteAddress ?? "");
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => plainAddress(hop.trim()));
  while (isTrusted(address, trustedProxies)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

/** Whether the connection comes from this machine, perhaps from a proxy. */
export function isLoopbackPeer(remoteAddress: string | undefined): boolean {
  return isLoopback(plainAddress(remoteAddress ?? ""));
}

/**
 * Whether a proxy forwarded the call, trusted or not. A proxy that adds no header, such as nginx by default, is
 * recognised by HTTP/1.0, which no browser uses.
 */
export function isForwarded(headers: Headers, httpVersion?: string): boolean {
  if (httpVersion === "1.0" || FORWARDING_HEADERS.some((name) => headers.has(name))) return true;
  return [...headers.keys()].some((name) => name.startsWith("x-forwarded-"));
}

export function ipv6Groups(address: string): number[] {
  const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
  const first = head.split(":").filter(Boolean);
  const last = tail.split(":").filter(Boolean);
  const zeros = Array<string>(8 - first.length - last.length).fill("0");
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
}

/**
 * The network of an address, by which limits count: an IPv4 address, or the /64 prefix of an IPv6 address. A household
 * gets at least a /64 (RFC 6177), and may use another of its 2⁶⁴ addresses for each call.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const prefix = ipv6Groups(address).slice(0, 4);
  return `${prefix.map((group) => group.toString(16)).join(":")}::/64`;
}
