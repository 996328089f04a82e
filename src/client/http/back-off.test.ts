import fc from "fast-check";
import { expect, it } from "vitest";
import { BACK_OFF_CEILING_MS, backOffDelay } from "./back-off.ts";

it("the waits start at 200 ms and double", () => {
  expect([0, 1, 2, 3].map((retry) => backOffDelay(retry, 0))).toEqual([200, 400, 800, 1600]);
});

it("chance adds up to half of a wait, and never takes from it", () => {
  fc.assert(
    fc.property(fc.nat(6), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (retry, random) => {
      const delay = backOffDelay(retry, random);
      expect(delay).toBeGreaterThanOrEqual(200 * 2 ** retry);
      expect(delay).toBeLessThanOrEqual(300 * 2 ** retry);
    }),
  );
});

it("no wait is above the ceiling, however many there were", () => {
  expect([8, 20, 2000].map((retry) => backOffDelay(retry, 0.99))).toEqual(Array(3).fill(BACK_OFF_CEILING_MS));
});
