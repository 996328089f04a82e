import type { ClientErrorCode, ErrorCode } from "../../contract/errors.ts";
import { kindOf } from "../../contract/planning/change-kinds.ts";
import type { AbsenceDays } from "../../domain/availability/absences.ts";
import { fullName } from "../../domain/people/people.ts";
import { holderOf } from "../../domain/permissions.ts";
import type { PlanningChange } from "../../domain/planning/planning-change.ts";
import type { PlannedEvent } from "../../domain/planning/planning.ts";
import { restorationReason } from "../administration/trash.ts";
import { changeFailureSentence } from "../errors/planning-errors.ts";
import { ANSWER_WORDS } from "../phrases/availability.ts";
import { dayAndMonth, fullDate } from "../phrases/dates.ts";
import { capitalised, quoted } from "../phrases/marks.ts";

/** A change that the screen showed at once (optimistic update), and that the server refused later. */
interface LateRefusal {
  readonly change: PlanningChange;
  /** The event and the group concerned, as far as known. */
  readonly event: Pick<PlannedEvent, "name" | "date"> | null;
  readonly groupName: string | null;
  readonly code: ErrorCode | ClientErrorCode;
  readonly reference?: string | undefined;
}

const eventNamed = (event: LateRefusal["event"]) =>
  event === null ? "un événement" : `${quoted(event.name)} du ${dayAndMonth(event.date)}`;
const groupNamed = (name: string | null) => (name === null ? "un groupe" : `le groupe ${quoted(name)}`);
const absenceNamed = ({ from, to }: AbsenceDays) => `absence du ${dayAndMonth(from)} au ${fullDate(to)}`;

/** Says which change was refused, as a sentence without its full stop. */
export function lateRefusalSentence({ change, event, groupName }: LateRefusal): string {
  switch (change.type) {
    case "availability.set":
      if (change.saidBy !== undefined) return refusedForOther(change, eventNamed(event));
      return change.answer === null
        ? `Votre réponse pour ${eventNamed(event)} n'a pas pu être retirée`
        : `Votre réponse ${quoted(ANSWER_WORDS[change.answer])} pour ${eventNamed(event)} n'a pas pu être prise en compte`;
    case "event.created":
      return `${capitalised(eventNamed(change.event))} n'a pas pu être créé`;
    case "event.edited":
      return `${capitalised(eventNamed(event))} n'a pas pu être modifié`;
    case "series.created":
      return `${capitalised(eventNamed(change.series))} n'a pas pu être créé avec ses dates suivantes`;
    case "series.edited":
      return `${capitalised(eventNamed(event))} et les dates suivantes n'ont pas pu être modifiés`;
    case "series.deleted":
      return `${capitalised(eventNamed(event))} et les dates suivantes n'ont pas pu être supprimés`;
    case "series.restored":
      return `${capitalised(eventNamed(change.events[0] ?? null))} et les dates suivantes n'ont pas pu être restaurés`;
    case "event.deleted":
      return `${capitalised(eventNamed(event))} n'a pas pu être supprimé`;
    case "group.created":
      return `Le groupe ${quoted(change.group.name)} n'a pas pu être créé`;
    case "group.renamed":
      return `Un groupe n'a pas pu être renommé en ${quoted(change.name)}`;
    case "group.deleted":
      return `${capitalised(groupNamed(groupName))} n'a pas pu être supprimé`;
    case "group.pairs_set":
      return `Les rôles combinables n'ont pas pu être enregistrés pour ${groupNamed(groupName)}`;
    case "group.required_roles_set":
      return `Les rôles nécessaires n'ont pas pu être enregistrés pour ${groupNamed(groupName)}`;
    case "line_up.kept":
      return `La formation pour ${eventNamed(event)} n'a pas pu être retenue`;
    case "line_up.dropped":
      return `La formation pour ${eventNamed(event)} n'a pas pu être annulée`;
    case "programme.set":
      return `Le programme de ${eventNamed(event)} n'a pas pu être enregistré`;
    case "person.wish_set":
      return "Le nombre de fois où vous voulez jouer par mois n'a pas pu être enregistré";
    case "group.joined":
      return `Une arrivée n'a pas pu être enregistrée pour ${groupNamed(groupName)}`;
    case "group.left":
      return `Un départ n'a pas pu être enregistré pour ${groupNamed(groupName)}`;
    case "group.leader_named":
      return `Une responsabilité n'a pas pu être donnée pour ${groupNamed(groupName)}`;
    case "group.leader_removed":
      return `Une responsabilité n'a pas pu être retirée pour ${groupNamed(groupName)}`;
    case "event.restored":
      return `${capitalised(eventNamed(change.event))} n'a pas pu être restauré`;
    case "group.restored":
      return `${capitalised(groupNamed(change.group.name))} n'a pas pu être restauré`;
    case "absence.added":
      return `Votre ${absenceNamed(change.absence)} n'a pas pu être ajoutée`;
    case "absence.removed":
      return "Une de vos absences n'a pas pu être retirée";
    case "person.changed":
    case "person.removed":
    case "service.renamed":
      return "Un changement fait sur cet appareil n'a pas pu être pris en compte";
  }
}

function refusedForOther({ person, answer }: Extract<PlanningChange, { type: "availability.set" }>, event: string) {
  const done = answer === null ? "retirée" : "prise en compte";
  return `La réponse donnée pour ${fullName(person)} à ${event} n'a pas pu être ${done}`;
}

/** Shown to a guardian whose answer was refused because the person is no longer entrusted to them. */
export const NO_LONGER_ENTRUSTED = "Vous ne répondez plus pour cette personne.";

const LEADERS_ONLY = "Cette action est réservée aux administrateurs et aux responsables du groupe.";

/** Whether the change needs a right of leaders. */
function needsLeader(change: PlanningChange): boolean {
  const { right, about } = kindOf(change);
  // `about` is a string if the change is about no person.
  const isForOther = change.type === "availability.set" && change.saidBy !== undefined;
  const needed = isForOther && typeof about === "object" ? about.others?.right : right;
  return needed != null && holderOf(needed) === "leader";
}

/** Why the change was refused. */
export function lateRefusalReason(refusal: Pick<LateRefusal, "change" | "code" | "reference">): string {
  const { change, code } = refusal;
  if (change.type === "event.restored" || change.type === "group.restored" || change.type === "series.restored")
    return restorationReason(change.type, refusal);
  if (code === "request.forbidden" && needsLeader(change)) return LEADERS_ONLY;
  if (code === "event.not_found") return "Cet événement a été supprimé entre-temps.";
  if (code === "group.not_found") return "Ce groupe a été supprimé entre-temps.";
  return changeFailureSentence(refusal);
}
