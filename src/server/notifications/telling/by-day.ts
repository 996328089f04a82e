import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import type { TransactionHandler } from "../../jobs/job.ts";
import { addJobs } from "../../jobs/write-jobs.ts";

/** The same, but a job that comes due in the quiet hours waits for their end. */
export function byDay(zone: TimeZone, run: TransactionHandler["run"]): TransactionHandler {
  return {
    type: "transaction",
    async run(queryable, job, now) {
      const leavesAt = afterQuietHours(now.getTime(), zone);
      if (leavesAt <= now.getTime()) return run(queryable, job, now);
      const { kind, subject, payload } = job;
      return addJobs(queryable, [{ kind, subject, payload, dueAt: new Date(leavesAt) }], now);
    },
  };
}
