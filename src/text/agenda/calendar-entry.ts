import type { Answer } from "../../domain/availability/availability.ts";
import type { BandRole } from "../../domain/line-up/band-roles.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import type { Programme } from "../../domain/programme/programme.ts";
import { programmeLines, programmeText } from "../event/programme.ts";

/** What calendar programs call the feed. */
export const CALENDAR_NAME = "Diapason";

interface EntryTexts {
  readonly details: string | undefined;
  readonly programme?: Programme | undefined;
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

/** « Programme : », then one title a line */
const titlesOf = (programme: Programme = []) =>
  programme.length === 0 ? "" : `${programmeText.title}\u00a0:\n${programmeLines(programme)}`;
const paragraphs = (parts: readonly string[]) => parts.filter((part) => part !== "").join("\n\n");

/** The text of an event in a calendar that is nobody's own: its details, its programme and its address. */
export function sharedEntryDescription({
  details = "",
  programme,
  address,
}: Pick<EventDetails, "details"> & { readonly programme?: Programme; readonly address: string }): string {
  return paragraphs([details, titlesOf(programme), address]);
}

/** The text of an event in a calendar program: its details, its programme, the user's own roles and answer, and its address. */
export function entryDescription(entry: EntryTexts): string {
  const { details, programme, state, address } = entry;
  const answer = state === null ? NOT_ANSWERED : STATE_SENTENCES[state];
  return paragraphs([details ?? "", titlesOf(programme), ownRoles(entry), answer, address ?? ""]);
}
