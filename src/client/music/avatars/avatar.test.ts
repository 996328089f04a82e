import { describe, expect, test } from "vitest";
import { avatarPair } from "./avatar.tsx";

describe("the colours of a person", () => {
  test("are the same on every device", () => {
    expect(["1", "5f0c2a", "8f14e45f-ceea-467f-a8f6-1b2c3d4e5f60"].map(avatarPair)).toEqual([1, 4, 2]);
  });

  test("use all six pairs, none for more than a third of a large team", () => {
    const counts = [0, 0, 0, 0, 0, 0];
    for (let person = 0; person < 600; person += 1) {
      const pair = avatarPair(`person-${person}`);
      counts[pair] = (counts[pair] ?? 0) + 1;
    }
    expect(counts).toHaveLength(6);
    expect(Math.min(...counts)).toBeGreaterThan(40);
    expect(Math.max(...counts)).toBeLessThan(200);
  });
});
