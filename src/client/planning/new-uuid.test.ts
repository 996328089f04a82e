import { expect, test } from "vitest";
import { newUuid } from "./new-uuid.ts";

const RANDOM_UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test("a new event's id is a random UUID of version 4, never the same twice", () => {
  const ids = Array.from({ length: 1000 }, newUuid);
  expect(ids.filter((id) => !RANDOM_UUID.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
