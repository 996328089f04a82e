/** The content of a push message, from the server to the service worker, as JSON. */
export interface PushMessage {
  /** The event's name, or how many events it is about. It is shown on a locked screen. */
  readonly title: string;
  /** One line, the date first. A locked screen may show it too: it names nobody but a person entrusted to the reader. */
  readonly body: string;
  /** The event's id, or the topic: a newer notification replaces an older one about the same. */
  readonly tag: string;
  /** The path of the page that a press opens. */
  readonly url: string;
  /** With it the notification has the actions `Présent` and `Absent`. */
  readonly asked?: AskedAnswer;
}

/** What an answer is sent with. */
export interface AskedAnswer {
  /** The right to answer. */
  readonly token: string;
  /** The date and start time that the notification shows: the event may move while it waits. */
  readonly date: string;
  readonly time: string;
  /** Whose answer it is, of those who are entrusted to the token's person; left out: their own. */
  readonly userId?: string;
}

/** The call that answers by a link's token, without a session. */
export const ANSWER_BY_LINK = "/api/answers/by-link";

/** The page that answers by a link's token, with this answer first. */
export function answerPage({ token, userId }: AskedAnswer, answer: "present" | "absent"): string {
  const whose = userId === undefined ? "" : `&p=${encodeURIComponent(userId)}`;
  return `/answer?t=${encodeURIComponent(token)}${whose}&r=${answer}`;
}
