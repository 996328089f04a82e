import { BlockList, isIP } from "node:net";

/** IPv4 networks that are not the public internet (IANA's registry of special-purpose addresses). */
const OTHER_IPV4 = [
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
/** All public IPv6 addresses are in this network: no loopback, link-local, unique local, multicast or mapped one is. */
const PUBLIC_IPV6 = ["2000::", 3] as const;
/** Protocol assignments with Teredo, documentation twice, 6to4: the last and Teredo carry IPv4 addresses. */
const OTHER_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const globalIpv6 = new BlockList();
globalIpv6.addSubnet(...PUBLIC_IPV6, "ipv6");
const others = new BlockList();
for (const [network, bits] of OTHER_IPV4) others.addSubnet(network, bits, "ipv4");
for (const [network, bits] of OTHER_IPV6) others.addSubnet(network, bits, "ipv6");

/** Whether this is an address of the public internet, where a push service may be. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !others.check(address, "ipv4");
  return family === 6 && globalIpv6.check(address, "ipv6") && !others.check(address, "ipv6");
}

/** The address that a host of a URL writes out; `null` for a name. */
export function writtenAddress(hostname: string): string | null {
  const address = hostname.replace(/^\[|\]$/g, "");
  return isIP(address) === 0 ? null : address;
}
