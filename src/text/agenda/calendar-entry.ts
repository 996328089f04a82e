import type { Answer } from "../../domain/availability/availability.ts";
import type { BandRole } from "../../domain/line-up/band-roles.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import type { Programme } from "../../domain/programme/programme.ts";
import { programmeLines, programmeText } from "../event/programme.ts";

/** The name of the feed in calendar programs. */
export const CALENDAR_NAME = "Diapason";

interface EntryTexts {
  readonly details: string | undefined;
  readonly programme?: Programme | undefined;
  /** The user's answer, or that the event is cancelled. */
  readonly state: Answer | "cancelled" | null;
  /** The user's roles in the kept line-up. */
  readonly roles?: readonly BandRole[];
  /** The address of the event's page; `null` if nobody else can open it. */
  readonly address: string | null;
}

const NOT_ANSWERED = "Vous n'avez pas encore répondu.";
const STATE_SENTENCES: Readonly<Record<Answer | "cancelled", string>> = {
  present: "Votre réponse\u00a0: présent.",
  absent: "Votre réponse\u00a0: absent.",
  cancelled: "Cet événement est annulé.",
};

/** « Vous jouez : Batterie »; empty if the user does not come. */
function ownRoles({ roles = [], state }: EntryTexts): string {
  const isOut = roles.length === 0 || state === "cancelled" || state === "absent";
  return isOut ? "" : `Vous jouez\u00a0: ${roles.join(", ")}`;
}

/** « Programme : », then one title a line */
const titlesOf = (programme: Programme = []) =>
  programme.length === 0 ? "" : `${programmeText.title}\u00a0:\n${programmeLines(programme)}`;
const paragraphs = (parts: readonly string[]) => parts.filter((part) => part !== "").join("\n\n");

/** The text of an event in a calendar for everybody: its details, its programme and its address. */
export function sharedEntryDescription({
  details = "",
  programme,
  address,
}: Pick<EventDetails, "details"> & { readonly programme?: Programme; readonly address: string }): string {
  return paragraphs([details, titlesOf(programme), address]);
}

/** The text of an event in a user's calendar: details, programme, the user's roles and answer, and address. */
export function entryDescription(entry: EntryTexts): string {
  const { details, programme, state, address } = entry;
  const answer = state === null ? NOT_ANSWERED : STATE_SENTENCES[state];
  return paragraphs([details ?? "", titlesOf(programme), ownRoles(entry), answer, address ?? ""]);
}
