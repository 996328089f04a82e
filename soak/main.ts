/**
 * `npm run soak`: tests that take too long for every `npm test`, or must run many times. Runs all parts one after
 * another; `npm run soak -- PART` runs one of them, with its own options after it. Each part prints the seed that
 * repeats the run.
 */
import { soakJobs } from "./jobs/jobs.ts";
import { soakKill } from "./kill/kill.ts";
import { soakLoad } from "./load/load.ts";
import { soakRequests } from "./requests/requests.ts";
import { soakSpaces } from "./spaces/spaces.ts";

/** Gets its options from the command line; resolves with whether all its checks passed. */
type SoakPart = (words: readonly string[]) => Promise<boolean>;

const PARTS: Readonly<Record<string, SoakPart>> = {
  kill: soakKill,
  jobs: soakJobs,
  spaces: soakSpaces,
  requests: soakRequests,
  load: soakLoad,
};

async function soak(name: string, words: readonly string[]): Promise<boolean> {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`Usage: npm run soak [-- ${Object.keys(PARTS).join("|")} [OPTIONS]]`);
  console.log(`\n── ${name}`);
  const start = performance.now();
  const isRight = await part(words);
  console.log(`${name}: ${isRight ? "held" : "FAILED"}, ${Math.round((performance.now() - start) / 1000)} s`);
  return isRight;
}

const [wanted, ...words] = process.argv.slice(2);
const outcomes: boolean[] = [];
for (const name of wanted === undefined ? Object.keys(PARTS) : [wanted]) outcomes.push(await soak(name, words));
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
