import type { ReminderDays, ReminderSettings } from "#domain/notifications/topics.ts";
import type { Queryable } from "../../database/database.ts";
import { readBoolean } from "../../database/schema.ts";

/** Whether a group reminds its members; `null` when it does not exist or is deleted. */
export async function readReminders({ kysely }: Queryable, groupId: string): Promise<ReminderSettings | null> {
  const row = await kysely
    .selectFrom("planning_group")
    .select(["reminders_on", "reminder_days", "reply_address"])
    .where("id", "=", groupId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  // Only the days of the contract are ever written.
  return row === undefined
    ? null
    : {
        isOn: readBoolean(row.reminders_on),
        daysBefore: row.reminder_days as ReminderDays,
        ...(row.reply_address !== null && { replyAddress: row.reply_address }),
      };
}
