import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { IncomingHttpHeaders } from "node:http";
import { Agent, request } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** IPv4 networks that are not the public internet (IANA's registry of special-purpose addresses). */
const NON_PUBLIC_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
/** All public IPv6 addresses are in this network. Loopback, link-local, unique local, multicast and IPv4-mapped ones are not. */
const PUBLIC_IPV6 = ["2000::", 3] as const;
/** Networks within `PUBLIC_IPV6` that are not public. */
const NON_PUBLIC_IPV6 = [
  // Protocols, among them Teredo, whose addresses contain an IPv4 address.
  ["2001::", 23],
  // Documentation.
  ["2001:db8::", 32],
  // 6to4, whose addresses contain an IPv4 address.
  ["2002::", 16],
  // Documentation.
  ["3fff::", 20],
] as const;

const publicIpv6 = new BlockList();
publicIpv6.addSubnet(...PUBLIC_IPV6, "ipv6");
const nonPublic = new BlockList();
for (const [network, bits] of NON_PUBLIC_IPV4) nonPublic.addSubnet(network, bits, "ipv4");
for (const [network, bits] of NON_PUBLIC_IPV6) nonPublic.addSubnet(network, bits, "ipv6");

/** Whether this is an address of the public internet, where a push service may be. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !nonPublic.check(address, "ipv4");
  return family === 6 && publicIpv6.check(address, "ipv6") && !nonPublic.check(address, "ipv6");
}

/** The host if it is an IP address, without the brackets of IPv6; `null` if it is a name. */
function ipAddressIn(hostname: string): string | null {
  const address = hostname.replace(/^\[|\]$/g, "");
  return isIP(address) === 0 ? null : address;
}

/** How the server connects to push services. Tests replace it: their push service runs on a loopback address. */
export interface PushReach {
  readonly isAllowed: (address: string) => boolean;
  readonly resolve: (hostname: string) => Promise<LookupAddress[]>;
  /** The port of a test's push service, instead of 443. */
  readonly port?: number;
  /** A certificate authority that is trusted instead of the system's, as PEM. */
  readonly ca?: string;
}

export interface PushResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/** Thrown instead of connecting to an address that is not allowed, such as one of the server's own network. */
export class ForbiddenAddress extends Error {}

/** Ample: a push service usually responds within a second. */
const TIMEOUT_MS = 10_000;
/** Responses up to this size are read, so that their connections can be used again. Longer ones are aborted. */
const RESPONSE_MAX_BYTES = 16 * 1024;
const CONNECTIONS_PER_SERVICE = 8;

const PUBLIC_REACH: PushReach = {
  isAllowed: isPublicAddress,
  resolve: (hostname) => lookup(hostname, { all: true }),
};

/**
 * A DNS lookup that returns only allowed addresses. Node calls it when it connects, and connects to what it returns. A check
 * before that would be useless: the name server could return another address the next time (DNS rebinding).
 */
function createAllowedLookup({ resolve, isAllowed }: PushReach): LookupFunction {
  async function findAllowed(hostname: string): Promise<LookupAddress[]> {
    const allowed = (await resolve(hostname)).filter(({ address }) => isAllowed(address));
    if (allowed.length === 0) throw new ForbiddenAddress("the push service has no public address");
    return allowed;
  }
  const lookUp = async (...[hostname, options, callback]: Parameters<LookupFunction>): Promise<void> => {
    const found = await findAllowed(hostname).catch((error: unknown) => error as Error);
    if (found instanceof Error) return callback(found, "");
    const [first] = found;
    return options.all === true ? callback(null, found) : callback(null, first?.address ?? "", first?.family);
  };
  return (...parameters) => void lookUp(...parameters);
}

/** The only port of push services. Other ports may belong to other programs on the same machine. */
const PORT = 443;

/** Whether the URL may be that of a push service. The addresses of a host name are checked later, at each connection. */
export function mayBePushService(endpoint: URL, isAllowed = isPublicAddress): boolean {
  const address = ipAddressIn(endpoint.hostname);
  const isDefaultPort = endpoint.port === "";
  return endpoint.protocol === "https:" && isDefaultPort && (address === null || isAllowed(address));
}

/** Returns a function that sends a request to a push service: over https, to public addresses, without redirects. */
export function createPushRequests(reach: PushReach = PUBLIC_REACH) {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: CONNECTIONS_PER_SERVICE,
    lookup: createAllowedLookup(reach),
    ...(reach.ca !== undefined && { ca: reach.ca }),
  });

  /** @throws ForbiddenAddress, or the error of the connection */
  return async function post({ endpoint, headers, body }: PushRequest): Promise<PushResponse> {
    const url = new URL(endpoint);
    if (!mayBePushService(url, reach.isAllowed)) throw new ForbiddenAddress("the endpoint is no public https address");
    const response = Promise.withResolvers<PushResponse>();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const options = { method: "POST", port: reach.port ?? PORT, agent, headers, signal };
    const outgoing = request(url, options, (incoming) => {
      let size = 0;
      incoming.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > RESPONSE_MAX_BYTES) incoming.destroy();
      });
      // Only the status matters, so errors after it are ignored.
      incoming.on("error", () => undefined);
      response.resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers });
    });
    outgoing.on("error", response.reject);
    outgoing.end(body);
    return response.promise;
  };
}
