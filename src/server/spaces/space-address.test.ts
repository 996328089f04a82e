import { expect, test } from "vitest";
import { readDestinations, spaceOrigin } from "./space-address.ts";

const BASE = "https://diapason.example";

test("a space's origin is its slug before the host of the front door", () => {
  expect(spaceOrigin(BASE, "chorale")).toBe("https://chorale.diapason.example");
  expect(spaceOrigin("http://localhost:3000", "chorale")).toBe("http://chorale.localhost:3000");
});

test("the exact host of a space leads to it, in any case", () => {
  const destinationOf = readDestinations(BASE);
  expect(["chorale.diapason.example", "CHORALE.Diapason.Example"].map(destinationOf)).toEqual([
    { slug: "chorale" },
    { slug: "chorale" },
  ]);
  expect(readDestinations("http://localhost:3000")("chorale.localhost:3000")).toEqual({ slug: "chorale" });
  // A domain in other letters is in the ASCII form that browsers send.
  expect(readDestinations("https://répét.example")("chorale.xn--rpt-bmab.example")).toEqual({ slug: "chorale" });
});

test("the front door has its own host, and on loopback every name of the machine", () => {
  expect(readDestinations(BASE)("diapason.example")).toBe("front-door");
  expect(readDestinations(BASE)("127.0.0.1:3000")).toBe("nowhere");
  const local = readDestinations("http://localhost:3000");
  expect(["localhost:3000", "127.0.0.1:3000", "[::1]:3000"].map(local)).toEqual(Array(3).fill("front-door"));
});

test("every other host leads nowhere", () => {
  const hosts = [
    null,
    "",
    "chorale.diapason.example.",
    "chorale.diapason.example:443",
    "chorale.diapason.example:8080",
    "a.chorale.diapason.example",
    "chorale..diapason.example",
    ".diapason.example",
    "www.diapason.example",
    "xn--t-9ja.diapason.example",
    "-chorale.diapason.example",
    "chorale.diapason.example.evil.example",
    "choralediapason.example",
    "chorale.diapason.example, other.diapason.example",
    "10.0.0.1",
    "[::1]",
    "localhost:3000",
    "été.diapason.example",
  ];
  expect(hosts.map(readDestinations(BASE))).toEqual(hosts.map(() => "nowhere"));
});
