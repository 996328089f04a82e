import { parseArgs } from "node:util";
import { createRandom } from "../random.ts";
import { killWhileHosting } from "./space-rounds.ts";

/**
 * Kills the server of many spaces (SIGKILL) at random moments while teams ask for spaces at the front door, follow the
 * mailed link, register and plan, while spaces are opened and closed all the time, while reminders leave, and while an
 * operator deletes spaces. Nothing that was answered may be lost, no space may be half made, and each reminder must be
 * decided once.
 */
export async function soakSpaces(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rounds: { type: "string", default: "100" },
      seed: { type: "string", default: String(Date.now() % 2 ** 32) },
    },
  });
  console.log(`seed ${values.seed}`);
  const rounds = Number(values.rounds);
  const outcome = await killWhileHosting({ rounds, random: createRandom(Number(values.seed)) });
  for (const fault of outcome.faults) console.log(fault);
  const { spaces, deleted, reminders, open, doubtful, twice, faults } = outcome;
  console.log(
    `${rounds} kills with ${open} open spaces, ${spaces} spaces made, ${deleted} deleted, ${reminders} reminders, ` +
      `${doubtful} mails in doubt at a kill, ${twice} of them arrived twice, ${faults.length} faults found`,
  );
  return faults.length === 0;
}
