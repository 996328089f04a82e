import type { Answer } from "#domain/availability/availability.ts";
import { LINKED_PAGES } from "../paths.ts";

/** The content of a push message, from the server to the service worker, as JSON. */
export interface PushMessage {
  /** The event's name, or how many events it is about. Locked screens show it. */
  readonly title: string;
  /** One line, the date first. Locked screens may show it, so it names nobody but a person entrusted to the user. */
  readonly body: string;
  /** The event's id, or the topic. A newer notification replaces an older one with the same tag. */
  readonly tag: string;
  /** The path of the page that a press opens. */
  readonly url: string;
  /** If set, the notification has the actions `Présent` and `Absent`. */
  readonly asked?: AskedAnswer;
}

/** What the service worker sends with the answer. */
export interface AskedAnswer {
  /** Grants the right to answer. */
  readonly token: string;
  /** The date and start time that the notification shows. The event may move later. */
  readonly date: string;
  readonly time: string;
  /** The entrusted person whose answer it is; left out: the token's own person. */
  readonly userId?: string;
}

/** The address of the page that answers by a link's token. The page marks the button of this answer. */
export function answerPage({ token, userId }: AskedAnswer, answer: Answer): string {
  const person = userId === undefined ? "" : `&p=${encodeURIComponent(userId)}`;
  return `${LINKED_PAGES.answer}?t=${encodeURIComponent(token)}${person}&r=${answer}`;
}
