import { describe, expect, test } from "vitest";
import { readSettings } from "../env.ts";
import { clientAddress, isForwarded, networkOf } from "./client-address.ts";

function addressOf(peer: string | undefined, forwardedFor: string | null, trusted = ""): string {
  const { settings } = readSettings({ TRUSTED_PROXY: trusted });
  if (settings === undefined) throw new Error("bad setting");
  const headers = new Headers(forwardedFor === null ? {} : { "x-forwarded-for": forwardedFor });
  return clientAddress(peer, headers, settings.trustedProxies);
}

describe("the client's address", () => {
  test("is the socket's, whatever somebody writes into a header", () => {
    expect(addressOf("192.0.2.1", null)).toBe("192.0.2.1");
    expect(addressOf("192.0.2.1", "198.51.100.7")).toBe("192.0.2.1");
    expect(addressOf("192.0.2.1", "198.51.100.7", "10.0.0.0/8")).toBe("192.0.2.1");
    expect(addressOf(undefined, null)).toBe("");
  });

  test("is what a trusted proxy says, and not what stood before that", () => {
    expect(addressOf("10.1.2.3", "198.51.100.7", "10.0.0.0/8")).toBe("198.51.100.7");
    expect(addressOf("10.1.2.3", "1.2.3.4, 198.51.100.7", "10.0.0.0/8")).toBe("198.51.100.7");
    expect(addressOf("10.1.2.3", "1.2.3.4, 198.51.100.7, 10.9.9.9", "10.0.0.0/8")).toBe("198.51.100.7");
    expect(addressOf("::ffff:10.1.2.3", "2001:db8::1", "10.0.0.0/8")).toBe("2001:db8::1");
    expect(addressOf("::1", "198.51.100.7", "::1, 10.0.0.1")).toBe("198.51.100.7");
  });

  test("stays the proxy's where the proxy says nothing that is an address", () => {
    expect(addressOf("10.1.2.3", "unknown", "10.0.0.0/8")).toBe("10.1.2.3");
    expect(addressOf("10.1.2.3", null, "10.0.0.0/8")).toBe("10.1.2.3");
  });
});

test("a request that no proxy passed on has none of their headers", () => {
  expect(isForwarded(new Headers({ host: "localhost", accept: "*/*", origin: "http://localhost" }))).toBe(false);
  expect(isForwarded(new Headers({ "X-Forwarded-Anything": "" }))).toBe(true);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1::2:3:4:5", "2001:db8:1:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
