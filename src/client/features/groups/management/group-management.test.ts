import { expect, it } from "vitest";
import { newGroupId } from "#domain/planning/new-group-id.ts";
import { cryptoByte } from "./group-management.tsx";

it("the browser's randomness gives another id each time", () => {
  const ids = Array.from({ length: 50 }, () => newGroupId(new Set(), cryptoByte));
  expect(new Set(ids).size).toBe(50);
});
