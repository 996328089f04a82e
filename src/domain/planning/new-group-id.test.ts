import fc from "fast-check";
import { expect, it } from "vitest";
import { newGroupId } from "./new-group-id.ts";

const NONE = new Set<string>();

/** Returns these bytes in turn, then starts again. */
function bytes(...values: number[]): () => number {
  let next = 0;
  return () => values[next++ % values.length] ?? 0;
}

it("a group's id is six signs, none mistaken for another", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 247 }), { minLength: 1 }), (values) => {
      expect(newGroupId(NONE, bytes(...values))).toMatch(/^[a-hjkmnp-z2-9]{6}$/);
    }),
  );
});

it("every sign comes from as many bytes as any other", () => {
  const signs = Array.from({ length: 248 }, (_, byte) => newGroupId(NONE, bytes(byte)).charAt(0));
  const counts = [...Map.groupBy(signs, (sign) => sign).values()].map(({ length }) => length);
  expect(counts).toEqual(Array.from({ length: 31 }, () => 8));
  expect(newGroupId(NONE, bytes(248, 255, 1))).toBe("bbbbbb");
});

it("an id that a group has already is not given again", () => {
  const drawn = bytes(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1);
  expect(newGroupId(new Set(["aaaaaa"]), drawn)).toBe("bbbbbb");
});
