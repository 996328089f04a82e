import { expect, test } from "vitest";
import { OPERATIONS } from "../operations.ts";
import { CHANGE_KINDS } from "./change-kinds.ts";

test("the API describes the call of each kind of change, for oneself and for others, with the same right", () => {
  const described = new Set(Object.values(OPERATIONS).map(({ method, path, access }) => `${method} ${path} ${access}`));
  const called = Object.values(CHANGE_KINDS).flatMap((call) => {
    if (call.right === null) return [];
    const others = typeof call.about === "string" ? null : call.about.others;
    return [call, others].flatMap((each) => (each ? [`${call.method} ${each.path} ${each.right}`] : []));
  });
  expect(called.length).toBeGreaterThan(20);
  expect(called.filter((call) => !described.has(call))).toEqual([]);
});
