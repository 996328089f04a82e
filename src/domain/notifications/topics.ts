/** What a person may want to be notified of (`/notifications`). Only admins and leaders are notified of drop-outs. */
export const TOPICS = ["reminders", "changes", "requests", "place", "drop_outs"] as const;

export type Topic = (typeof TOPICS)[number];

/** How a person wants to be notified of one topic. */
export interface Channels {
  readonly byMail: boolean;
  /** By a push notification: on one device or on any of the person's devices, depending on the context. */
  readonly byPush: boolean;
}

export type NotificationPreferences = Readonly<Record<Topic, Channels>>;

/** Preferences for each topic, made by `channelsOf`. */
export function preferencesOf(channelsOf: (topic: Topic) => Channels): NotificationPreferences {
  return Object.fromEntries(TOPICS.map((topic) => [topic, channelsOf(topic)])) as Record<Topic, Channels>;
}

/** The preferences of a person who never chose: all mail. */
export const INITIAL_PREFERENCES: NotificationPreferences = preferencesOf(() => ({ byMail: true, byPush: false }));

/** How many days before an event a group can be reminded. */
export const REMINDER_DAYS = [1, 2, 3, 5, 7, 10, 14] as const;

/** Nobody is reminded of an event more days ahead than this. */
export const FARTHEST_REMINDER_DAYS = Math.max(...REMINDER_DAYS);

export type ReminderDays = (typeof REMINDER_DAYS)[number];

/** Whether the members of a group who have not answered are reminded, and when. */
export interface ReminderSettings {
  readonly isOn: boolean;
  readonly daysBefore: ReminderDays;
  /** Where replies to the group's messages go; `null`: nowhere. Left out: nowhere; in an update: as before. */
  readonly replyAddress?: string | null;
}

/** The settings of a group that never chose any. */
export const FIRST_REMINDER_SETTINGS: ReminderSettings = { isOn: true, daysBefore: 5 };
