import { parseArgs } from "node:util";
import { createRandom } from "../random.ts";
import { killAgainAndAgain } from "./rounds.ts";

const ROUNDS = "100";
const POSTGRES_ROUNDS = "30";

/**
 * Kills the server (SIGKILL) at random moments while eight writers work at once. Checks each time that every
 * acknowledged write is stored, that every other write is stored completely or not at all, and that the files are
 * sound.
 */
export async function soakKill(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rounds: { type: "string", default: ROUNDS },
      "postgres-rounds": { type: "string", default: POSTGRES_ROUNDS },
      seed: { type: "string", default: String(Date.now() % 2 ** 32) },
    },
  });
  console.log(`seed ${values.seed}`);
  const random = createRandom(Number(values.seed));
  const rounds = { sqlite: Number(values.rounds), postgres: Number(values["postgres-rounds"]) };
  let isRight = true;
  for (const engine of ["sqlite", "postgres"] as const) {
    const { acknowledged, faults } = await killAgainAndAgain({ engine, rounds: rounds[engine], random });
    for (const fault of faults) console.log(fault);
    console.log(
      `${engine}: ${rounds[engine]} kills, ${acknowledged} writes acknowledged, ${faults.length} faults found`,
    );
    isRight &&= faults.length === 0;
  }
  return isRight;
}
