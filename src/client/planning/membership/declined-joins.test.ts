import { describe, expect, it } from "vitest";
import { createBrowserProfile } from "#test/support/process/browser-profile.ts";
import { declineToJoin, hasDeclinedToJoin } from "./membership-hooks.ts";

const KEY = "lookedAtGroups";

describe("a group that somebody declined to join", () => {
  it("is remembered for them alone, once", () => {
    const { openTab, stored } = createBrowserProfile();
    const { storage } = openTab();
    for (const _ of [1, 2]) declineToJoin(storage, "marie", "1");
    expect(hasDeclinedToJoin(storage, "marie", "1")).toBe(true);
    expect(hasDeclinedToJoin(storage, "marie", "2")).toBe(false);
    expect(hasDeclinedToJoin(storage, "paul", "1")).toBe(false);
    expect(JSON.parse(stored.get(KEY) ?? "")).toEqual([{ userId: "marie", groupId: "1" }]);
  });

  it.each(["{", "null", "3", "[null]", '[{"userId":"marie"}]', '[{"userId":"marie","groupId":1}]'])(
    "is asked about again where the browser stored %s, and remembered from then on",
    (text) => {
      const { storage } = createBrowserProfile({ [KEY]: text }).openTab();
      expect(hasDeclinedToJoin(storage, "marie", "1")).toBe(false);
      declineToJoin(storage, "marie", "1");
      expect(hasDeclinedToJoin(storage, "marie", "1")).toBe(true);
    },
  );
});
