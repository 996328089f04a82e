import * as z from "zod/mini";
import { MESSAGE_OUTCOMES, MESSAGES_KEPT_DAYS } from "../../domain/notifications/message-outcomes.ts";
import { REMINDER_DAYS, TOPICS } from "../../domain/notifications/topics.ts";
import { Email } from "../accounts/account-fields.ts";
import { inSharedPlanning } from "../operation.ts";
import { API } from "../paths.ts";

/** The most messages in one response. */
export const MESSAGES_MAX = 50;

/** A message about an event, and its outcome for each person whom it concerned. */
const GroupMessage = z.object({
  id: z.string(),
  topic: z.enum(TOPICS),
  event: z.object({ id: z.string(), name: z.string(), date: z.string() }),
  /** How many more events the message tells of. */
  otherEvents: z.int(),
  /** ISO 8601. */
  decidedAt: z.string(),
  /** Sorted by name. */
  people: z.array(z.object({ userId: z.string(), name: z.string(), outcome: z.enum(MESSAGE_OUTCOMES) })),
});

export const GroupMessages = z.object({
  /** When members are reminded next, and how many if nobody answers before; `null`: no reminder is due. */
  nextReminder: z.nullable(z.object({ at: z.string(), people: z.int() })),
  /** The latest first. */
  messages: z.array(GroupMessage),
});

export type GroupMessage = z.infer<typeof GroupMessage>;
export type GroupMessages = z.infer<typeof GroupMessages>;

/** A group's `ReminderSettings`. Only users who may set them can read them. */
export const Reminders = z.object({
  isOn: z.boolean(),
  daysBefore: z.literal(REMINDER_DAYS),
  replyAddress: z.exactOptional(z.nullable(Email)),
});

export const MESSAGE_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  readMessages: {
    method: "GET",
    path: API.groupMessages,
    access: "group.set_up",
    summary: `The next reminder of a group, and its latest messages of the last ${MESSAGES_KEPT_DAYS} days, at most ${MESSAGES_MAX}: to whom each was sent, and why not to others`,
    response: GroupMessages,
  },
  readReminders: {
    method: "GET",
    path: API.groupReminders,
    access: "group.set_up",
    summary:
      "Whether the members of a group who have not answered are reminded, how many days before, and where replies to its messages go",
    response: Reminders,
  },
  setReminders: {
    method: "PUT",
    path: API.groupReminders,
    access: "group.set_up",
    summary:
      "Switch the reminders of a group on or off, and choose where replies to its messages go. Without `replyAddress` the stored one stays",
    request: Reminders,
    response: Reminders,
  },
});
