import type { PushMessage } from "#contract/accounts/push-message.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import { endOfEvent, type Moment } from "#domain/calendar/time-zone.ts";
import { answerEffect } from "#domain/line-up/answer-effect.ts";
import type { UnsentReason } from "#domain/notifications/message-outcomes.ts";
import type { Topic } from "#domain/notifications/topics.ts";
import { type Capability, groupsLedBy, may } from "#domain/permissions.ts";
import { detailsOf, type EventDetails } from "#domain/planning/planning.ts";
import { effectSentence } from "#text/event/answer-effect.ts";
import type { MailContent } from "#text/mails/mails.ts";
import { type AnswerableEvent, type EventMessage, type MessageLinks, pushLine } from "#text/mails/message-frame.ts";
import type { LinkTokens } from "../../auth/links/link-tokens.ts";
import type { Queryable } from "../../database/database.ts";
import type { Situation } from "../../planning/events/read-situation.ts";
import type { Recipient } from "./read-recipients.ts";

export type MessageAddresses = ReturnType<typeof createMessageAddresses>;

/** Builds the links in mails and notifications. `userId` is the user who receives them. */
export function createMessageAddresses(baseUrl: string, tokens: LinkTokens) {
  /** A signed token that gives the right to answer for this user, and people entrusted to them, at this event. */
  const answerToken = (userId: string, eventId: string) => tokens.sign("answer", [userId, eventId]);
  return {
    answerToken,
    /** The links of the two answer buttons. @param personId whose answer it is: the user's own, or an entrusted person's */
    answers(userId: string, eventId: string, personId: string) {
      const address = `${baseUrl}${LINKED_PAGES.answer}?t=${answerToken(userId, eventId)}`;
      const person = personId === userId ? "" : `&p=${encodeURIComponent(personId)}`;
      return { present: `${address}&r=present${person}`, absent: `${address}&r=absent${person}` };
    },
    unsubscribe: (userId: string, topic: Topic) =>
      `${baseUrl}${LINKED_PAGES.unsubscribe}?t=${tokens.sign("unsubscribe", [userId, topic])}`,
    event: (eventId: string) => `${baseUrl}${LINKED_PAGES.events}${encodeURIComponent(eventId)}`,
    preferences: `${baseUrl}${LINKED_PAGES.notifications}`,
    absences: `${baseUrl}${LINKED_PAGES.absences}`,
  };
}

export interface PushContent extends PushMessage {
  /** When its events are over: the push service then drops it. */
  readonly expiresAt: Date;
}

/** The texts of a message: one mail about everything, and a notification for each event. */
export interface Composed {
  readonly mail: MailContent;
  readonly pushes: readonly PushContent[];
  /** For each event that the message was to be about but leaves out: the reason, by event id. */
  readonly leftOut?: ReadonlyMap<string, UnsentReason>;
}

/** Why a message is not sent: one reason for all its events, or a reason by event id. */
export type UnsentReasons = UnsentReason | ReadonlyMap<string, UnsentReason>;

export type Composition = Composed | UnsentReasons;

export function isComposed(composition: Composition): composition is Composed {
  return typeof composition === "object" && "mail" in composition;
}

/** For whom and when a message is composed, and with which links. */
export interface MessageContext extends Moment {
  readonly queryable: Queryable;
  /** The person whom the message addresses. */
  readonly recipient: Recipient;
  /** Who receives it: the recipient, or their guardian, whose rights the links use. */
  readonly readerId: string;
  readonly addresses: MessageAddresses;
}

export function isForGuardian({ recipient, readerId }: MessageContext): boolean {
  return recipient.id !== readerId;
}

/** Whether the recipient still has the right in the group of an event. */
export function stillHasRight({ id, isAdmin }: Recipient, right: Capability, { group }: Situation): boolean {
  return may({ isAdmin, ledGroupIds: groupsLedBy([group], id) }, right, group.id);
}

export function footerLinks({ addresses, readerId }: MessageContext, topic: Topic): MessageLinks {
  return { unsubscribe: addresses.unsubscribe(readerId, topic), preferences: addresses.preferences };
}

/** What depends on the recipient's answer, in French: « Sans vous, pas de Batterie. »; `null`: nothing depends on it. */
function stakeOf(context: MessageContext, { question }: Situation): string | null {
  const { recipient } = context;
  const effect = answerEffect(question, recipient);
  if (effect.kind === "none" || effect.kind === "no_critical_service") return null;
  return effectSentence(effect, question.requiredRoles, isForGuardian(context) ? recipient.firstName : "vous");
}

/** An event in a mail, with the links of its answer buttons. */
export function answerableEvent(context: MessageContext, situation: Situation): AnswerableEvent {
  const { addresses, recipient, readerId } = context;
  const { event } = situation;
  return {
    event: detailsOf(event),
    answers: addresses.answers(readerId, event.id, recipient.id),
    stake: stakeOf(context, situation),
  };
}

/** The frame of a mail about one event. */
export function eventMessage(context: MessageContext, topic: Topic, { event, group }: Situation): EventMessage {
  return {
    firstName: context.recipient.firstName,
    event: detailsOf(event),
    groupName: group.name,
    links: { ...footerLinks(context, topic), event: context.addresses.event(event.id) },
  };
}

/** A push notification about an event. If the recipient is asked for an answer, it has buttons for both answers. */
export function pushOf(
  context: MessageContext,
  event: EventDetails & { readonly id: string },
  line: string,
  { isAsked }: { readonly isAsked: boolean } = { isAsked: false },
): PushContent {
  const { addresses, recipient, readerId, zone } = context;
  const { id, name: title, date, time } = event;
  const url = `${LINKED_PAGES.events}${encodeURIComponent(id)}`;
  const entrusted = isForGuardian(context) && { userId: recipient.id };
  const asked = isAsked && { asked: { token: addresses.answerToken(readerId, id), date, time, ...entrusted } };
  return { title, body: pushLine(event, line), tag: id, url, ...asked, expiresAt: new Date(endOfEvent(event, zone)) };
}
