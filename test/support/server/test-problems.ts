import { expect } from "vitest";
import { Problem } from "#contract/problem.ts";
import type { Answer } from "./test-server.ts";

/** Expects a problem document with this code; `facts` are the other members to check. */
export function expectProblem(
  answer: Answer,
  status: number,
  code: string,
  facts: { readonly detail?: string; readonly errors?: Readonly<Record<string, string>> } = {},
): void {
  expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
  expect(Problem.safeParse(answer.json()).success).toBe(true);
  expect(answer.json()).toMatchObject({ status, code, type: `urn:diapason:problem:${code}`, ...facts });
  expect(answer.status).toBe(status);
}
