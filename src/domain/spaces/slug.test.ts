import { expect, test } from "vitest";
import { isSlug } from "./slug.ts";

test("a slug has 3 to 30 letters, digits and inner hyphens", () => {
  const valid = ["abc", "a-b", "123", "louange-du-dimanche", "a".repeat(30), "a--b"];
  expect(valid.filter((text) => !isSlug(text))).toEqual([]);
  const invalid = ["", "a", "ab", "a".repeat(31), "-ab", "ab-", "Abc", "été", "a.b", "a_b", "a b", "abc\n", "abc."];
  expect(invalid.filter(isSlug)).toEqual([]);
});

test("a slug is no name that a domain uses for something else, and none in other letters", () => {
  const reserved = "www api admin mail smtp imap ftp app static assets status help aide demo root diapason".split(" ");
  expect([...reserved, "xn--t-9ja"].filter(isSlug)).toEqual([]);
  expect(isSlug("demo-paris")).toBe(true);
});
