import type { Topic } from "#domain/notifications/topics.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import type { LinkTokens } from "../../auth/links/link-tokens.ts";

/** The addresses in messages to people. */
export interface MessageAddresses {
  /** The right to answer for this person and this event. */
  readonly answerToken: (userId: string, eventId: string) => string;
  readonly answers: (userId: string, eventId: string) => { readonly present: string; readonly absent: string };
  /** Those of an entrusted person, by the link of whoever answers for them. */
  readonly answersFor: (
    personId: string,
    guardianId: string,
    eventId: string,
  ) => ReturnType<MessageAddresses["answers"]>;
  readonly unsubscribe: (userId: string, topic: Topic) => string;
  readonly event: (eventId: string) => string;
  readonly wishes: string;
  readonly absences: string;
}

export function createMessageAddresses(baseUrl: string, tokens: LinkTokens): MessageAddresses {
  const answerToken = (userId: string, eventId: string) => tokens.sign("answer", [userId, eventId]);
  function answersAt(userId: string, eventId: string, more = "") {
    const address = `${baseUrl}${LINKED_PAGES.answer}?t=${answerToken(userId, eventId)}`;
    return { present: `${address}&r=present${more}`, absent: `${address}&r=absent${more}` };
  }
  return {
    answerToken,
    answers: (userId, eventId) => answersAt(userId, eventId),
    answersFor: (personId, guardianId, eventId) => answersAt(guardianId, eventId, `&p=${encodeURIComponent(personId)}`),
    unsubscribe: (userId, topic) =>
      `${baseUrl}${LINKED_PAGES.unsubscribe}?t=${tokens.sign("unsubscribe", [userId, topic])}`,
    event: (eventId) => `${baseUrl}${LINKED_PAGES.events}${encodeURIComponent(eventId)}`,
    wishes: `${baseUrl}${LINKED_PAGES.notifications}`,
    absences: `${baseUrl}${LINKED_PAGES.absences}`,
  };
}
