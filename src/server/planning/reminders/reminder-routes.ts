import { OPERATIONS } from "#contract/operations.ts";
import type { Mount } from "../../api/operation-route.ts";
import { Refusal } from "../../errors.ts";
import { planReminders } from "./write-reminder-plan.ts";
import { requireRight } from "../changes/read-rights.ts";
import type { SharedPlanning } from "../shared-planning.ts";
import { readReminders } from "./read-reminders.ts";
import { setReminders } from "./write-reminders.ts";

/** Whether a group reminds those who have not answered. */
export function addReminderRoutes(mount: Mount, planning: SharedPlanning): void {
  mount(OPERATIONS.readReminders, async ({ actor, parameters: { id } }) => {
    await requireRight(planning.database, actor, "group.set_up", { groupId: id });
    const settings = await readReminders(planning.database, id);
    if (settings === null) throw new Refusal("group.not_found");
    return settings;
  });
  mount(OPERATIONS.setReminders, async ({ actor, parameters: { id }, body }) => {
    await planning.write(async (writing) => {
      const hasChanged = await setReminders(writing, { actorId: actor.id, groupId: id, settings: body });
      if (!hasChanged) return;
      await planReminders(writing);
      await writing.log({ change: null, groupId: id });
    });
    return body;
  });
}
