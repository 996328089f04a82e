/**
 * Set up for each file of server tests: a password hash of today's cost is made with a three-hundredth of its memory,
 * or a third of their time would go into hashing. Other costs stay what they are. What tells of the cost itself (a project
 * of its own in vitest.config.ts), whole processes and browser tests hash as the product does.
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
