import type { ReminderSettings } from "#domain/notifications/topics.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { readActor } from "../changes/read-actor.ts";
import { requireRight } from "../changes/read-rights.ts";
import { STATE_ID } from "../changes/change-log.ts";
import type { Writing } from "../shared-planning.ts";
import { readReminders } from "./read-reminders.ts";
import { requireGroup } from "../groups/write-groups.ts";

interface WantedReminders {
  readonly actorId: string;
  readonly groupId: string;
  readonly settings: ReminderSettings;
}

/**
 * Stores whether a group reminds its members, and where replies go. It is no change of the planning: no screen of a
 * member shows it.
 * @returns whether the reminders differ from before
 * @throws Refusal when the user lacks the permission, or the group does not exist
 */
export async function setReminders(
  writing: Writing,
  { actorId, groupId, settings }: WantedReminders,
): Promise<boolean> {
  if (!writing.isShared) throw new Refusal("planning.not_shared");
  await requireRight(writing, await readActor(writing, actorId), "group.set_up", { groupId });
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

/** For every group, and for those created later. */
export async function turnRemindersOff(writing: Writing): Promise<void> {
  const { kysely, now } = writing;
  await kysely.updateTable("planning_state").set({ reminders_default: false }).where("id", "=", STATE_ID).execute();
  await kysely.updateTable("planning_group").set({ reminders_on: false, reminders_set_at: now }).execute();
}
