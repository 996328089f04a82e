import { expect, test } from "vitest";
import { shownAddress } from "./user-record.ts";

test.each([
  ["jean@example.org", "jean@example.org"],
  ["jean@xn--socit-esab.fr", "jean@société.fr"],
  ["xn--jean@xn--socit-esab.fr", "xn--jean@société.fr"],
  // The first letter is a Cyrillic one.
  ["jean@xn--pple-43d.com", "jean@xn--pple-43d.com"],
  ["jean@xn--zzzzzzzz.fr", "jean@xn--zzzzzzzz.fr"],
])("%s is shown as %s", (stored, shown) => {
  expect(shownAddress(stored)).toBe(shown);
});
