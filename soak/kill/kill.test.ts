import { expect, test } from "vitest";
import { createRandom } from "../random.ts";
import { killAgainAndAgain } from "./rounds.ts";

/** The same on every run; the moments are still the machine's own. */
const SEED = 20_261_121;

test.each([
  ["sqlite", 3],
  ["postgres", 2],
] as const)(
  "a server on %s that is killed while it writes loses nothing that it acknowledged",
  async (engine, rounds) => {
    const { acknowledged, faults } = await killAgainAndAgain({ engine, rounds, random: createRandom(SEED) });
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  },
);
