import { reasonOf } from "../database/data-dir.ts";
import { TimeoutError, within } from "../database/postgres/time-limit.ts";

/** How long any one question may take. */
export const LONGEST_MS = 5000;

/** A code for the operator, never a message: those of libraries may hold a user's name. */
function codeOf(error: unknown): string {
  const reason = reasonOf(error);
  // A call that was given up, by us or by its own signal.
  if (error instanceof TimeoutError || reason === "ABORT_ERR") return "ETIMEDOUT";
  return /^[\w-]{3,60}$/.test(reason) ? reason : "EUNKNOWN";
}

/** The outcome of a question; when it fails or takes too long, what `onFailure` makes of the reason's code. */
export async function bounded<State>(asking: Promise<State>, onFailure: (reason: string) => State): Promise<State> {
  try {
    return await within(LONGEST_MS, asking);
  } catch (error) {
    return onFailure(codeOf(error));
  }
}
