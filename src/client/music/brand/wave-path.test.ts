import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Vibration, vibrationOf, wavePath } from "./waves.tsx";

const LOGIN: Vibration = { amplitude: 13, wavelength: 44, decay: 90 };

/** The coordinates of a path in pairs; the first pair is its start. */
function points(path: string): { x: number; y: number }[] {
  const numbers = Array.from(path.matchAll(/-?\d+(?:\.\d+)?/g), ([text]) => Number(text));
  return numbers.flatMap((x, index) => (index % 2 === 0 ? [{ x, y: numbers[index + 1] ?? Number.NaN }] : []));
}

describe("a wave's path", () => {
  test("starts at rest height, first goes down, and settles into a straight line", () => {
    const [start, afterStart] = points(wavePath(LOGIN, 700));
    expect(start).toEqual({ x: 0, y: 0 });
    expect(afterStart?.y).toBeGreaterThan(0);
    expect(points(wavePath(LOGIN, 700)).at(-1)).toEqual({ x: 700, y: 0 });
  });

  test("passes through the damped sine: a quarter of a turn in, at its lowest", () => {
    const quarter = points(wavePath(LOGIN, 700)).find(({ x }) => x === 11);
    expect(quarter?.y).toBeCloseTo(13 * Math.exp(-11 / 90), 2);
  });

  test("covers exactly its length, whatever the vibration", () => {
    const some = { min: 1, max: 100, noNaN: true };
    fc.assert(
      fc.property(fc.double(some), fc.double({ ...some, min: 5 }), fc.double(some), (amplitude, wavelength, decay) => {
        const drawn = points(wavePath({ amplitude, wavelength, decay }, 72));
        expect(drawn.at(-1)?.x).toBe(72);
        for (const { y } of drawn) expect(Math.abs(y)).toBeLessThanOrEqual(2 * amplitude);
      }),
    );
  });
});

describe("a group's own vibration", () => {
  test("is always the same for one id, and differs between the first groups", () => {
    expect(vibrationOf("1")).toEqual(vibrationOf("1"));
    expect(new Set(["1", "2", "3"].map((id) => JSON.stringify(vibrationOf(id)))).size).toBe(3);
  });

  test("fits the small cut of a group's row, whatever the id", () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const { amplitude, wavelength, decay } = vibrationOf(id);
        expect(amplitude).toBeLessThanOrEqual(8);
        expect(wavelength).toBeGreaterThanOrEqual(14);
        expect(decay).toBeGreaterThan(0);
      }),
    );
  });
});
