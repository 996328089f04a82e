import { randomUUID } from "node:crypto";
import { addDays, type PlainDate } from "#domain/calendar/calendar.ts";
import { DROP_OUT_DAYS, DROP_OUT_WAIT_MS } from "#domain/notifications/drop-outs.ts";
import type { Service } from "#domain/people/services.ts";
import { readPositions } from "../../api/user-record.ts";
import type { NewJob } from "../../jobs/job.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import type { Writing } from "../shared-planning.ts";

export interface DropOutPayload {
  readonly eventId: string;
  /** `null`: their account was deleted. */
  readonly userId: string | null;
  /** Their services when they were present. */
  readonly positions: readonly Service[];
  /** The user who answered, or deleted the account; `null`: who deleted their own, or the server's command line. */
  readonly saidBy: string | null;
}

function jobOf(payload: DropOutPayload, dueAt: Date): NewJob {
  return { kind: "drop_out", subject: `${payload.eventId}:${payload.userId ?? randomUUID()}`, dueAt, payload };
}

interface DropOut {
  readonly eventId: string;
  readonly date: PlainDate;
  readonly userId: string;
  /** A JSON array: the services at the time of the former answer. */
  readonly positions: string;
  readonly saidBy: string;
}

/** Admins may have to be told that somebody who was present no longer is. */
export async function noteDropOut(writing: Writing, { date, positions, ...dropOut }: DropOut): Promise<void> {
  const { now, today } = writing;
  if (date < today || date > addDays(today, DROP_OUT_DAYS)) return;
  const payload = { ...dropOut, positions: readPositions(positions) };
  await addJobs(writing, [jobOf(payload, new Date(now.getTime() + DROP_OUT_WAIT_MS))], now);
}

interface Leaving {
  readonly userId: string;
  /** The admin who deletes the account; `null`: the person, or the server's command line. */
  readonly actorId: string | null;
}

/** The same for all events of a person whose account is about to be deleted. The jobs do not name them. */
export async function noteLeaving(writing: Writing, { userId, actorId: saidBy }: Leaving): Promise<void> {
  const { kysely, today, now } = writing;
  const rows = await kysely
    .selectFrom("availability")
    .innerJoin("planning_event", "planning_event.id", "event_id")
    .select(["event_id", "positions"])
    .where("user_id", "=", userId)
    .where("status", "=", "present")
    .where("date", ">=", today)
    .where("date", "<=", addDays(today, DROP_OUT_DAYS))
    .execute();
  const jobs = rows.map(({ event_id: eventId, positions }) =>
    jobOf({ eventId, userId: null, positions: readPositions(positions), saidBy }, now),
  );
  await addJobs(writing, jobs, now);
}
