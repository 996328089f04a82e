/**
 * Setup of the server tests. Password hashes of today's cost use a three-hundredth of its memory and one pass, because
 * hashing would otherwise take a third of the tests' time. Other costs are unchanged. Three kinds of tests hash at full
 * cost: those about the cost itself (a project of its own in vitest.config.ts), whole processes, and browser tests.
 */
import type * as crypto from "node:crypto";
import { vi } from "vitest";

const MEMORY_KIB_OF_TODAY = 19_456;
const CHEAP = { memory: 64, passes: 1 };

vi.mock("node:crypto", async (importOriginal) => {
  const original = await importOriginal<typeof crypto>();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, callback) => {
    const isOfToday = parameters.memory === MEMORY_KIB_OF_TODAY;
    original.argon2(algorithm, isOfToday ? { ...parameters, ...CHEAP } : parameters, callback);
  };
  return { ...original, argon2 };
});
