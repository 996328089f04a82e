import { expect, test } from "vitest";
import { createRandom } from "../random.ts";
import { killAgainAndAgain } from "./rounds.ts";

/** Five starts of a server and two of PostgreSQL take long on a busy machine. */
const TIMEOUT_MS = 180_000;
/** Fixed, so that the writes are the same in every run; only their timing varies. */
const SEED = 20_261_121;

test.each([
  ["sqlite", 3],
  ["postgres", 2],
] as const)(
  "a server on %s that is killed while it writes loses nothing that it acknowledged",
  { timeout: TIMEOUT_MS },
  async (engine, rounds) => {
    const { acknowledged, faults } = await killAgainAndAgain({ engine, rounds, random: createRandom(SEED) });
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  },
);
