import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { AskingOutcome } from "#domain/notifications/asking.ts";
import type { Service } from "#domain/people/services.ts";
import type { EventDetails } from "#domain/planning/planning.ts";
import type { Noted } from "../outcomes/write-outcomes.ts";

/** An event as one of its members knows it. */
export interface KnownEvent {
  readonly eventId: string;
  /** Not set: it was deleted. */
  readonly before?: EventDetails;
  /** Whether the person was present before the change. */
  readonly wasPresent: boolean;
  /** Whether it was new, so that only the people who were present knew it. */
  readonly isNew?: boolean;
}

/** Refers to news of many events, which are stored once for all members of a group. */
export interface KeptNews {
  /** The subject of the job that keeps them. */
  readonly newsId: string;
  /** The indexes, in these news, of the events at which the person was present. */
  readonly presentAt: readonly number[];
}

/**
 * What one person is told, in the payload of a job. It holds ids: the text is written when the message is sent, unless it
 * makes no sense any more.
 */
export type Message =
  | { readonly topic: "reminders"; readonly eventIds: readonly string[] }
  | {
      readonly topic: "changes";
      readonly groupId: string;
      /** What the person was told last. If an event is listed more than once, its first entry counts. */
      readonly known: readonly (KnownEvent | KeptNews)[];
    }
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
      /** The roles that the person was last told; empty: none. */
      readonly before: readonly BandRole[];
      /** Another message was being sent when this was decided, so it is not known what the person knows. */
      readonly isUncertain?: boolean;
    }
  | { readonly topic: "drop_outs"; readonly eventId: string; readonly leftById: string; readonly takenById: string }
  | {
      readonly topic: "requests";
      readonly eventId: string;
      readonly askedById: string;
      /** Whether the person is asked to take the place of `askedById`. Not set in messages of an earlier version. */
      readonly isReplacement?: boolean;
    }
  | { readonly topic: "requests"; readonly eventId: string; readonly outcome: AskingOutcome };

export type ChangeMessage = Extract<Message, { readonly known: unknown }>;

export function isKept(known: KnownEvent | KeptNews): known is KeptNews {
  return "newsId" in known;
}

/** The events that a message lists itself, without those of stored news. */
export function eventIdsOf(message: Message): readonly string[] {
  if (message.topic === "reminders") return message.eventIds;
  if ("programmeOf" in message) return [message.programmeOf];
  if (message.topic !== "changes") return [message.eventId];
  return message.known.flatMap((known) => (isKept(known) ? [] : [known.eventId]));
}

/** What one person is told, and the rows of the table `message` that store its outcome. */
export interface Told {
  readonly message: Message;
  readonly noted?: readonly Noted[];
}

export interface AddressedMessage {
  readonly userId: string;
  readonly message: Message;
  /** A newer message with the same `about` replaces one that waits. */
  readonly about: string;
  /** For stored news: the first event, and how many more there are. */
  readonly overview?: { readonly eventId: string; readonly others: number };
}
