import { eventNames, overviewTitle, type OverviewTopic } from "#text/mails/message-frame.ts";
import type { PushContent } from "./composing.ts";
import { isKept, type Message } from "./message.ts";

interface MessageNotification {
  /** `null`: it is about all events of the message. */
  readonly eventId: string | null;
  /** The part of the message that it is about. */
  readonly message: Message;
}

/** More events than this get one notification together: phones group four of one sender anyway. */
const SINGLE_MAX = 3;
const HOME = "/";

function split<Part>(
  parts: readonly Part[],
  whole: Message,
  ofPart: (part: Part) => MessageNotification,
): readonly MessageNotification[] {
  return parts.length > SINGLE_MAX ? [{ eventId: null, message: whole }] : parts.map(ofPart);
}

/** A notification for each event, or one for many events. */
export function notificationsOf(message: Message): readonly MessageNotification[] {
  switch (message.topic) {
    case "reminders":
      return split(message.eventIds, message, (eventId) => ({ eventId, message: { ...message, eventIds: [eventId] } }));
    case "changes":
      if ("programmeOf" in message) return [{ eventId: message.programmeOf, message }];
      // Stored news are always about many events.
      return split(message.known, message, (known) => ({
        eventId: isKept(known) ? null : known.eventId,
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

/** What a device shows of the composed notifications; `null`: nothing. */
export function notificationFor({ topic }: Message, pushes: readonly PushContent[]): PushContent | null {
  const [first] = pushes;
  if (first === undefined) return null;
  return pushes.length > 1 && (topic === "reminders" || topic === "changes") ? overviewOf(topic, pushes) : first;
}
