import * as z from "zod/mini";
import { REMINDER_DAYS } from "../../domain/notifications/reminder-settings.ts";
import { guardedBy } from "../operation.ts";
import { API } from "../paths.ts";

/** A group's `ReminderSettings`. */
export const Reminders = z.object({ isOn: z.boolean(), daysBefore: z.literal(REMINDER_DAYS) });

export const REMINDER_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  readReminders: {
    method: "GET",
    path: API.groupReminders,
    access: "group.set_up",
    summary: "Whether the members of a group who have not answered are reminded, and how many days before",
    status: 200,
    response: Reminders,
    errors: ["group.not_found"],
  },
  setReminders: {
    method: "PUT",
    path: API.groupReminders,
    access: "group.set_up",
    summary: "Remind the members of a group who have not answered, or stop it",
    request: Reminders,
    status: 200,
    response: Reminders,
    errors: ["group.not_found"],
  },
});
