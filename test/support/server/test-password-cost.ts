/**
 * Setup of the server tests. Passwords are hashed cheaply, because hashing would otherwise take a third of the tests'
 * time. Two kinds of tests hash at full cost: those about the cost itself (a project of its own in vitest.config.ts),
 * and whole processes without `HASH_CHEAPLY`.
 */
import type * as crypto from "node:crypto";
import { vi } from "vitest";
import { withCheapHash } from "../process/cheap-hash.ts";

vi.mock("node:crypto", async (importOriginal) => {
  const original = await importOriginal<typeof crypto>();
  return { ...original, argon2: withCheapHash(original.argon2) };
});
