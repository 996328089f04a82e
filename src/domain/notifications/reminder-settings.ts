/** How many days before an event a group can be reminded. */
export const REMINDER_DAYS = [1, 2, 3, 5, 7, 10, 14] as const;

/** The farthest day of which anybody is reminded, in days from today. */
export const FARTHEST_REMINDER_DAYS = Math.max(...REMINDER_DAYS);

export type ReminderDays = (typeof REMINDER_DAYS)[number];

/** Whether the members of a group who have not answered are reminded, and when. */
export interface ReminderSettings {
  readonly isOn: boolean;
  readonly daysBefore: ReminderDays;
  /** Where replies to messages of the group go. Absent: to nobody, or, to be stored, as before; `null`: to nobody. */
  readonly replyAddress?: string | null;
}

/** Of a group that never chose. */
export const FIRST_REMINDER_SETTINGS: ReminderSettings = { isOn: true, daysBefore: 5 };
