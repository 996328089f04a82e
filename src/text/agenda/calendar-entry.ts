/** What calendar programs call the feed. */
export const CALENDAR_NAME = "Diapason";

type EntryStatus = "confirmed" | "tentative" | "cancelled";

interface EntryTexts {
  readonly details: string | undefined;
  readonly status: EntryStatus;
  /** The address of the event's page; `null` where nobody else can open it. */
  readonly address: string | null;
}

/** One's own answer, or that there is nothing left to answer. */
const STATUS_SENTENCES: Readonly<Record<EntryStatus, string>> = {
  confirmed: "Votre réponse\u00a0: présent.",
  tentative: "Vous n'avez pas encore répondu.",
  cancelled: "Cet événement est annulé.",
};

/** The text of an event in a calendar program: its details, one's own answer, and its address. */
export function entryDescription({ details, status, address }: EntryTexts): string {
  const parts = [details ?? "", STATUS_SENTENCES[status], address ?? ""];
  return parts.filter((part) => part !== "").join("\n\n");
}
