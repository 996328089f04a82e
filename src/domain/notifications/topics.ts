/** What a person may want to hear about (`/notifications`). Admins and leaders alone hear of drop-outs. */
export const TOPICS = ["reminders", "changes", "requests", "place", "drop_outs"] as const;

export type Topic = (typeof TOPICS)[number];

/** How a person wants to hear about one topic. */
export interface Channels {
  readonly byMail: boolean;
  /** By a notification: on one device, or on any of the person's, as the reader says. */
  readonly byPush: boolean;
}

export type NotificationWishes = Readonly<Record<Topic, Channels>>;

/** Wishes for each topic, made by `channelsOf`. */
export function wishesOf(channelsOf: (topic: Topic) => Channels): NotificationWishes {
  return Object.fromEntries(TOPICS.map((topic) => [topic, channelsOf(topic)])) as Record<Topic, Channels>;
}

/** The wishes of a person who never chose: all mail. */
export const FIRST_WISHES: NotificationWishes = wishesOf(() => ({ byMail: true, byPush: false }));
