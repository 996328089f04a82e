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
  /** Whether the person was present then. */
  readonly wasPresent: boolean;
  /** Whether only those present knew it. */
  readonly isNew?: boolean;
}

/** Events as the members of a group know them: news of many events are stored once for all members. */
export interface KeptNews {
  /** The subject of the job that keeps them. */
  readonly newsId: string;
  /** The places in them of the events at which the person was present. */
  readonly presentAt: readonly number[];
}

/**
 * What one person is told, as the payload of a job. It holds ids: what the message says is found out when it is sent, and
 * nothing is sent that makes no sense any more.
 */
export type Message =
  | { readonly topic: "reminders"; readonly eventIds: readonly string[] }
  | {
      readonly topic: "changes";
      readonly groupId: string;
      /** What the person heard last. Of an event that is named more than once, the first counts. */
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
      /** What the person was told that they play; empty: nothing. */
      readonly before: readonly BandRole[];
      /** Whether another message was being sent when this was decided: then nothing is compared with what they know. */
      readonly isUncertain?: boolean;
    }
  | { readonly topic: "drop_outs"; readonly eventId: string; readonly leftById: string; readonly takenById: string }
  | {
      readonly topic: "requests";
      readonly eventId: string;
      readonly askedById: string;
      /** Whether they are asked to take the place of who asks. Not set in messages of an earlier version. */
      readonly isReplacement?: boolean;
    }
  | { readonly topic: "requests"; readonly eventId: string; readonly outcome: AskingOutcome };

export type ChangeMessage = Extract<Message, { readonly known: unknown }>;

export function isKept(known: KnownEvent | KeptNews): known is KeptNews {
  return "newsId" in known;
}

/** The events that a message names by themselves: not those of news that are kept for all. */
export function eventIdsOf(message: Message): readonly string[] {
  if (message.topic === "reminders") return message.eventIds;
  if ("programmeOf" in message) return [message.programmeOf];
  if (message.topic !== "changes") return [message.eventId];
  return message.known.flatMap((known) => (isKept(known) ? [] : [known.eventId]));
}

/** What one person is told, and the rows of `message` that it fills in. */
export interface Told {
  readonly message: Message;
  readonly noted?: readonly Noted[];
}

export interface AddressedMessage {
  readonly userId: string;
  readonly message: Message;
  /** What it is about: a newer message about the same replaces one that waits. */
  readonly about: string;
  /** Of news that are kept for all: the first event, and how many more there are. */
  readonly overview?: { readonly eventId: string; readonly others: number };
}
