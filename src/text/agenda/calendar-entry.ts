import type { Answer } from "../../domain/availability/availability.ts";

/** What calendar programs call the feed. */
export const CALENDAR_NAME = "Diapason";

interface EntryTexts {
  readonly details: string | undefined;
  /** One's own answer, unless there is nothing left to answer. */
  readonly state: Answer | "cancelled" | null;
  /** The address of the event's page; `null` where nobody else can open it. */
  readonly address: string | null;
}

const NOT_ANSWERED = "Vous n'avez pas encore répondu.";
const STATE_SENTENCES: Readonly<Record<Answer | "cancelled", string>> = {
  present: "Votre réponse\u00a0: présent.",
  absent: "Votre réponse\u00a0: absent.",
  cancelled: "Cet événement est annulé.",
};

/** The text of an event in a calendar program: its details, one's own answer, and its address. */
export function entryDescription({ details, state, address }: EntryTexts): string {
  const parts = [details ?? "", state === null ? NOT_ANSWERED : STATE_SENTENCES[state], address ?? ""];
  return parts.filter((part) => part !== "").join("\n\n");
}
