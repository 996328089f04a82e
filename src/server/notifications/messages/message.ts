import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { AskingOutcome } from "#domain/notifications/asking.ts";
import type { Service } from "#domain/people/services.ts";
import type { EventDetails } from "#domain/planning/planning.ts";
import type { OutcomeRow } from "../outcomes/write-outcomes.ts";

/** A changed event as one member knows it: its state before the change. */
export interface KnownEvent {
  readonly eventId: string;
  /** Its details before the change; left out: it was deleted before the change. */
  readonly before?: EventDetails;
  /** Whether the person was present before the change. */
  readonly wasPresent: boolean;
  /** Whether it was created so recently that only people who had answered "present" know it. */
  readonly isNew?: boolean;
}

/** Refers to many changed events, which a job `news` stores once for all members of a group. */
export interface StoredNews {
  /** The subject of the job `news`. */
  readonly newsId: string;
  /** The indexes, in the list of stored events, of those at which the person was present. */
  readonly presentAt: readonly number[];
}

/**
 * What a message to one person is about, as stored in the payload of its job. It holds ids instead of texts: the text is
 * written when the message is sent, from the state of the planning at that time.
 */
export type Message =
  | { readonly topic: "reminders"; readonly eventIds: readonly string[] }
  | {
      readonly topic: "changes";
      readonly groupId: string;
      /** The events as in the person's last message. If an event is listed more than once, its first entry counts. */
      readonly known: readonly (KnownEvent | StoredNews)[];
    }
  /** The programme of an event. `programmeOf` is the event's id. */
  | { readonly topic: "changes"; readonly programmeOf: string }
  | {
      readonly topic: "drop_outs";
      readonly eventId: string;
      /** Who dropped out; `null`: their account was deleted. */
      readonly personId: string | null;
      /** Their services when they were present. */
      readonly positions: readonly Service[];
    }
  | {
      readonly topic: "place";
      readonly eventId: string;
      /** The roles in the person's last message; empty: none. */
      readonly before: readonly BandRole[];
      /** Whether an earlier message was being sent when this one was queued, so that what the person knows is uncertain. */
      readonly isUncertain?: boolean;
    }
  /** `takenById` took the place of `leftById` in the line-up. */
  | { readonly topic: "drop_outs"; readonly eventId: string; readonly leftById: string; readonly takenById: string }
  | {
      readonly topic: "requests";
      readonly eventId: string;
      readonly askedById: string;
      /** Whether the person is asked to take the place of `askedById`. Not set in messages of an earlier version. */
      readonly isReplacement?: boolean;
    }
  /** To the admin who asked people one after the other: how the asking ended. */
  | { readonly topic: "requests"; readonly eventId: string; readonly outcome: AskingOutcome };

export type ChangeMessage = Extract<Message, { readonly known: unknown }>;

export function isStoredNews(known: KnownEvent | StoredNews): known is StoredNews {
  return "newsId" in known;
}

/** The ids of the events that a message contains. Events in stored news are left out. */
export function eventIdsOf(message: Message): readonly string[] {
  if (message.topic === "reminders") return message.eventIds;
  if ("programmeOf" in message) return [message.programmeOf];
  if (message.topic !== "changes") return [message.eventId];
  return message.known.flatMap((known) => (isStoredNews(known) ? [] : [known.eventId]));
}

/** A message, and the rows of the table `message` that record whether it was sent. */
export interface RecordedMessage {
  readonly message: Message;
  readonly noted?: readonly OutcomeRow[];
}

/** A message to queue for one person. */
export interface AddressedMessage {
  readonly userId: string;
  readonly message: Message;
  /** A newer message with the same key replaces one that still waits: `change:GROUP`, `place:EVENT`. */
  readonly replaceKey: string;
  /** For stored news: the first event, and how many others there are. */
  readonly overview?: { readonly eventId: string; readonly others: number };
}
