import { Refusal } from "../../errors.ts";
import type { SharedPlanning, Writing } from "../../planning/shared-planning.ts";

/**
 * Runs a write that gives people an e-mail address.
 * @throws Refusal `account.email_taken` when somebody registered one of them in this moment
 */
export async function takingAddresses<Result>(
  planning: SharedPlanning,
  work: (writing: Writing) => Promise<Result>,
): Promise<Result> {
  try {
    return await planning.write(work);
  } catch (error) {
    if (planning.database.isUniqueViolation(error)) throw new Refusal("account.email_taken");
    throw error;
  }
}
