import { setImmediate } from "node:timers/promises";
import type { SharedPlanning, Writing } from "../shared-planning.ts";
import { endPublishing, continuePublishing } from "./write-sharing-state.ts";
import { readUnderWay } from "./read-sharing-state.ts";
import { type AnswerKey, deleteAnswers, deleteSome, FIRST_ANSWER } from "./write-withdrawal.ts";

/** A live publication writes every few milliseconds. */
const DEAD_AFTER_MS = 10_000;

/** One short transaction of a withdrawal. @returns whether there is more to do */
type Step = (writing: Writing) => Promise<boolean>;

function withdrawalSteps(number: number): readonly Step[] {
  let after: AnswerKey | null = FIRST_ANSWER;
  return [
    async (writing) => {
      after = after && (await deleteAnswers(writing, number, after));
      return after !== null;
    },
    (writing) => deleteSome(writing, "planning_event", number),
    (writing) => deleteSome(writing, "planning_group", number),
    async (writing) => {
      await endPublishing(writing);
      return false;
    },
  ];
}

/** Deletes the rows of publication `number`, in many short transactions, unless another process already does so. */
export async function withdraw(planning: SharedPlanning, number: number): Promise<void> {
  for (const step of withdrawalSteps(number)) {
    let hasMore = true;
    while (hasMore) {
      hasMore = await planning.write(async (writing) => (await continuePublishing(writing, number)) && step(writing));
      await setImmediate();
    }
  }
}

/** Deletes the rows of a publication whose process died. @returns whether there was one */
export async function withdrawAbandoned(planning: SharedPlanning): Promise<boolean> {
  const underWay = await readUnderWay(planning.database);
  if (underWay === null) return false;
  // `abs`: after the clock was set back, `at` may be in the future.
  if (Math.abs(planning.now().getTime() - underWay.at.getTime()) < DEAD_AFTER_MS) return false;
  await withdraw(planning, underWay.number);
  return true;
}
