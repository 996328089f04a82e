import type { Answer } from "../../domain/availability/availability.ts";
import type { BandRole } from "../../domain/line-up/band-roles.ts";

/** What calendar programs call the feed. */
export const CALENDAR_NAME = "Diapason";

interface EntryTexts {
  readonly details: string | undefined;
  /** One's own answer, unless there is nothing left to answer. */
  readonly state: Answer | "cancelled" | null;
  /** One's own roles in the kept line-up. */
  readonly roles?: readonly BandRole[];
  /** The address of the event's page; `null` where nobody else can open it. */
  readonly address: string | null;
}

const NOT_ANSWERED = "Vous n'avez pas encore répondu.";
const STATE_SENTENCES: Readonly<Record<Answer | "cancelled", string>> = {
  present: "Votre réponse\u00a0: présent.",
  absent: "Votre réponse\u00a0: absent.",
  cancelled: "Cet événement est annulé.",
};

/** « Vous jouez : Batterie »; nothing to somebody who does not come. */
function ownRoles({ roles = [], state }: EntryTexts): string {
  const isOut = roles.length === 0 || state === "cancelled" || state === "absent";
  return isOut ? "" : `Vous jouez\u00a0: ${roles.join(", ")}`;
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The text of an event in a calendar that is nobody's own: its details and its address. */
export function sharedEntryDescription({ details = "", address }: { details?: string; address: string }): string {
  return paragraphs([details, address]);
}

/** The text of an event in a calendar program: its details, the user's own roles and answer, and its address. */
export function entryDescription(entry: EntryTexts): string {
  const { details, state, address } = entry;
  const answer = state === null ? NOT_ANSWERED : STATE_SENTENCES[state];
  return paragraphs([details ?? "", ownRoles(entry), answer, address ?? ""]);
}
