import { addJobs } from "../../jobs/write-jobs.ts";
import type { SharedPlanning, Writing } from "../shared-planning.ts";

/** There is one job for all reminders. When it runs, it sends what is due, and finds the next moment. */
export const ALL_REMINDERS = "all";

/** Has the next reminder found again, after a change that may move it. */
export async function planReminders(writing: Writing): Promise<void> {
  const { now } = writing;
  await addJobs(writing, [{ kind: "reminders", subject: ALL_REMINDERS, dueAt: now }], now);
}

/** The same at the start of a process: an older version planned none. */
export async function planAllReminders(planning: SharedPlanning): Promise<void> {
  await planning.write(planReminders);
}
