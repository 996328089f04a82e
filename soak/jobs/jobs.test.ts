import { expect, test } from "vitest";
import { createRandom } from "../random.ts";
import { killWhileSending } from "./rounds.ts";
import { killWhileTelling } from "./told-rounds.ts";

/** Four starts of a server on a busy machine. */
const TIMEOUT_MS = 180_000;
/** Fixed, so that the moments are chosen alike in every run. */
const SEED = 20_261_122;

test.each(["sqlite", "postgres"] as const)(
  "a server on %s that is killed while it sends mails loses none, and repeats at most the one under way",
  { timeout: TIMEOUT_MS },
  async (engine) => {
    const { mails, twice, doubtful, faults } = await killWhileSending({
      engine,
      rounds: 3,
      random: createRandom(SEED),
    });
    expect(faults).toEqual([]);
    expect(mails).toBeGreaterThan(12);
    expect(twice).toBeLessThanOrEqual(doubtful);
    expect(doubtful).toBeLessThanOrEqual(3);
  },
);

test.each(["sqlite", "postgres"] as const)(
  "a server on %s that is killed while it decides and sends reminders and changes tells each person of each once",
  { timeout: TIMEOUT_MS },
  async (engine) => {
    const { moments, twice, doubtful, faults } = await killWhileTelling({
      engine,
      rounds: 2,
      random: createRandom(SEED),
    });
    expect(faults).toEqual([]);
    expect(moments).toBe(24);
    expect(twice).toBeLessThanOrEqual(doubtful);
    expect(doubtful).toBeLessThanOrEqual(2);
  },
);
