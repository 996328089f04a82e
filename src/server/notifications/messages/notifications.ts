import { eventNames, overviewTitle, type OverviewTopic } from "#text/mails/message-frame.ts";
import type { PushContent } from "./composing.ts";
import { isStoredNews, type Message } from "./message.ts";

interface MessageNotification {
  /** `null`: the notification is about all events of the message. */
  readonly eventId: string | null;
  /** The message, with only the events that the notification is about. */
  readonly message: Message;
}

/** With more events than this, one notification is about all of them: phones group four of one sender anyway. */
const SINGLE_MAX = 3;
const HOME = "/";

function split<Part>(
  parts: readonly Part[],
  whole: Message,
  ofPart: (part: Part) => MessageNotification,
): readonly MessageNotification[] {
  return parts.length > SINGLE_MAX ? [{ eventId: null, message: whole }] : parts.map(ofPart);
}

/** Splits a message into the notifications to queue for each device: one for each event, or a single one for many events. */
export function notificationsOf(message: Message): readonly MessageNotification[] {
  switch (message.topic) {
    case "reminders":
      return split(message.eventIds, message, (eventId) => ({ eventId, message: { ...message, eventIds: [eventId] } }));
    case "changes":
      if ("programmeOf" in message) return [{ eventId: message.programmeOf, message }];
      // Stored news are always about many events.
      return split(message.known, message, (known) => ({
        eventId: isStoredNews(known) ? null : known.eventId,
        message: { ...message, known: [known] },
      }));
    case "drop_outs":
    case "place":
    case "requests":
      return [{ eventId: message.eventId, message }];
  }
}

/** « 12 dates changent », with the names of the first events. */
function overviewOf(topic: OverviewTopic, pushes: readonly PushContent[]): PushContent {
  return {
    title: overviewTitle(topic, pushes.length),
    body: eventNames(pushes.map(({ title: name }) => ({ name }))),
    tag: topic,
    url: HOME,
    expiresAt: new Date(Math.max(...pushes.map(({ expiresAt }) => expiresAt.getTime()))),
  };
}

/** The notification that a device shows for these events: that of the event, or an overview of several; `null`: none. */
export function notificationFor({ topic }: Message, pushes: readonly PushContent[]): PushContent | null {
  const [first] = pushes;
  if (first === undefined) return null;
  return pushes.length > 1 && (topic === "reminders" || topic === "changes") ? overviewOf(topic, pushes) : first;
}
