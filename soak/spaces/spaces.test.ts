import { expect, test } from "vitest";
import { createRandom } from "../random.ts";
import { killWhileHosting } from "./space-rounds.ts";

/** Six starts of a server on a busy machine. */
const TIMEOUT_MS = 240_000;
/** Fixed, so that the moments are chosen alike in every run. */
const SEED = 20_261_126;

test(
  "a server of many spaces that is killed while they are made, reminded and deleted loses none and leaves none half made",
  { timeout: TIMEOUT_MS },
  async () => {
    const { spaces, deleted, reminders, twice, doubtful, faults } = await killWhileHosting({
      rounds: 3,
      random: createRandom(SEED),
    });
    expect(faults).toEqual([]);
    expect({ spaces, deleted, reminders }).toEqual({ spaces: 9, deleted: 1, reminders: 6 });
    expect(twice).toBeLessThanOrEqual(doubtful);
  },
);
