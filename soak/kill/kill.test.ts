import { expect, test } from "vitest";
import { createRandom } from "../random.ts";
import { killAgainAndAgain } from "./rounds.ts";

/** Five starts of a server and two of a PostgreSQL take their time on a busy machine. */
const TIMEOUT_MS = 180_000;
/** The same on every run; the moments are still the machine's own. */
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
