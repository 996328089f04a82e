import * as z from "zod/mini";
import { REMINDER_DAYS } from "../../domain/notifications/reminder-settings.ts";
import { guardedBy } from "../operation.ts";
import { Email } from "../accounts/account-fields.ts";
import { API } from "../paths.ts";

/** A group's `ReminderSettings`. Only those who may set the address read it. */
export const Reminders = z.object({
  isOn: z.boolean(),
  daysBefore: z.literal(REMINDER_DAYS),
  replyAddress: z.exactOptional(z.nullable(Email)),
});

export const REMINDER_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  readReminders: {
    method: "GET",
    path: API.groupReminders,
    access: "group.set_up",
    summary:
      "Whether the members of a group who have not answered are reminded, how many days before, and where replies to its messages go",
    status: 200,
    response: Reminders,
    errors: ["group.not_found"],
  },
  setReminders: {
    method: "PUT",
    path: API.groupReminders,
    access: "group.set_up",
    summary:
      "Remind the members of a group who have not answered, or stop it; have replies go to an address. Without `replyAddress` that stays",
    request: Reminders,
    status: 200,
    response: Reminders,
    errors: ["group.not_found"],
  },
});
