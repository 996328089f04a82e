import { parseArgs } from "node:util";
import { createRandom } from "../random.ts";
import { killWhileSending } from "./rounds.ts";
import { killWhileTelling } from "./told-rounds.ts";

const ROUNDS = "100";

/**
 * Kills the server (SIGKILL) at random moments while it sends mails, and while it decides who is told what, on both
 * engines. Every mail must arrive, none again after its acceptance was noted, and at most one a kill may be in doubt:
 * accepted, and not noted. What is decided must be decided once.
 */
export async function soakJobs(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rounds: { type: "string", default: ROUNDS },
      seed: { type: "string", default: String(Date.now() % 2 ** 32) },
    },
  });
  console.log(`seed ${values.seed}`);
  const random = createRandom(Number(values.seed));
  let isRight = true;
  for (const engine of ["sqlite", "postgres"] as const) {
    const rounds = Number(values.rounds);
    const { mails, doubtful, twice, faults } = await killWhileSending({ engine, rounds, random });
    for (const fault of faults) console.log(fault);
    console.log(
      `${engine}: ${rounds} kills, ${mails} mails, ${doubtful} in doubt at a kill, ${twice} of them arrived twice, ` +
        `${faults.length} faults found`,
    );
    const told = await killWhileTelling({ engine, rounds, random });
    for (const fault of told.faults) console.log(fault);
    console.log(
      `${engine}: ${rounds} kills, ${told.undecided} of them before a decision, ${told.moments} reminders and changes, ` +
        `${told.doubtful} in doubt at a kill, ${told.twice} of them arrived twice, ${told.faults.length} faults found`,
    );
    isRight &&= faults.length + told.faults.length === 0;
  }
  return isRight;
}
