import type { ReminderDays, ReminderSettings } from "#domain/notifications/topics.ts";
import type { Queryable } from "../../database/database.ts";
import { readBoolean } from "../../database/schema.ts";
import type { NewJob } from "../../jobs/job.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { requireRightNow } from "../changes/read-rights.ts";
import { STATE_ID } from "../changes/write-change-log.ts";
import { requireGroup } from "../groups/write-groups.ts";
import type { SharedPlanning, WriteTransaction } from "../shared-planning.ts";

/** The one job that sends all reminders. Each run sends those that are due, and adds it again for the next reminder. */
export function remindersJob(dueAt: Date): NewJob {
  return { kind: "reminders", subject: "all", dueAt };
}

/** Runs that job now, after a change that may have moved the next reminder: it then finds its next time. */
export async function planReminders(writing: WriteTransaction): Promise<void> {
  const { now } = writing;
  await addJobs(writing, [remindersJob(now)], now);
}

/** Called when a process starts, because an older version of the product did not add the job. */
export async function planAllReminders(planning: SharedPlanning): Promise<void> {
  await planning.write(planReminders);
}

/** A group's settings of reminders; `null` when the group does not exist or is deleted. */
export async function readReminders({ kysely }: Queryable, groupId: string): Promise<ReminderSettings | null> {
  const row = await kysely
    .selectFrom("planning_group")
    .select(["reminders_on", "reminder_days", "reply_address"])
    .where("id", "=", groupId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    isOn: readBoolean(row.reminders_on),
    // Only the days of the contract are ever written.
    daysBefore: row.reminder_days as ReminderDays,
    ...(row.reply_address !== null && { replyAddress: row.reply_address }),
  };
}

interface WantedReminders {
  readonly actorId: string;
  readonly groupId: string;
  readonly settings: ReminderSettings;
}

/**
 * Stores whether a group reminds its members, and where replies go. Writes the journal, but no entry of the change log.
 * @returns whether `isOn` or `daysBefore` changed
 * @throws Refusal when the user lacks the permission, or the group does not exist
 */
export async function setReminders(
  writing: WriteTransaction,
  { actorId, groupId, settings }: WantedReminders,
): Promise<boolean> {
  await requireRightNow(writing, actorId, "group.set_up", { groupId });
  const group = await requireGroup(writing, groupId);
  const { isOn, daysBefore, replyAddress } = settings;
  const before = await readReminders(writing, groupId);
  if (replyAddress !== undefined && replyAddress !== (before?.replyAddress ?? null)) {
    await writing.kysely
      .updateTable("planning_group")
      .set({ reply_address: replyAddress })
      .where("id", "=", groupId)
      .execute();
    await recordAct(writing, { actorId, act: { type: "group.reply_address_set", group }, now: writing.now });
  }
  if (before?.isOn === isOn && before.daysBefore === daysBefore) return false;
  await writing.kysely
    .updateTable("planning_group")
    .set({ reminders_on: isOn, reminder_days: daysBefore, reminders_set_at: writing.now })
    .where("id", "=", groupId)
    .execute();
  await recordAct(writing, {
    actorId,
    act: { type: "group.reminders_set", group, isOn, daysBefore },
    now: writing.now,
  });
  return true;
}

/** Turns reminders off in every group, and in groups that are created later. */
export async function turnRemindersOff(writing: WriteTransaction): Promise<void> {
  const { kysely, now } = writing;
  await kysely.updateTable("planning_state").set({ reminders_default: false }).where("id", "=", STATE_ID).execute();
  await kysely.updateTable("planning_group").set({ reminders_on: false, reminders_set_at: now }).execute();
}
