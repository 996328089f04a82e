import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLinkTokens } from "./link-tokens.ts";

const tokens = createLinkTokens("a secret of sixteen characters or more");

describe("a link's token", () => {
  test("gives back what was signed, whatever the ids are", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (parts) => {
        expect(tokens.read("answer", tokens.sign("answer", parts))).toEqual(parts);
      }),
    );
  });

  test("is made of letters, digits and signs that an address keeps as they are", () => {
    expect(tokens.sign("answer", ["élise", "culte/1"])).toMatch(/^[\w.-]+$/);
  });

  test("is void for another purpose, and under another secret", () => {
    const token = tokens.sign("answer", ["elise", "culte"]);
    expect(tokens.read("unsubscribe", token)).toBeNull();
    expect(createLinkTokens("another secret of many characters").read("answer", token)).toBeNull();
  });

  test("is void when one character is changed, added or cut off", () => {
    const token = tokens.sign("answer", ["elise", "culte"]);
    for (let place = 0; place < token.length; place += 1) {
      const changed = token.charAt(place) === "A" ? "B" : "A";
      expect(tokens.read("answer", token.slice(0, place) + changed + token.slice(place + 1))).toBeNull();
      expect(tokens.read("answer", token.slice(0, place))).toBeNull();
    }
    expect(tokens.read("answer", `${token}A`)).toBeNull();
    expect(tokens.read("answer", "")).toBeNull();
  });
});
