import type { AdminAct, JournalEntry } from "../../contract/journal.ts";
import type { PlainDate } from "../../domain/calendar/calendar.ts";
import { ANSWER_WORDS } from "../phrases/availability.ts";
import { fullDate } from "../phrases/dates.ts";
import { groupsAndEvents } from "../groups/sharing.ts";
import { quoted } from "../phrases/marks.ts";

/** Words of the journal of what admins did. */
export const journalText = {
  title: "Journal",
  hint: "Ce que les administrateurs ont fait, le plus récent d'abord. Aucune ligne ne peut être changée ni effacée.",
  none: "Rien à raconter pour l'instant",
  noneHint: "Chaque geste d'un administrateur aura ici sa ligne.",
  loadFailed: "Le journal n'a pas pu être chargé.",
  showMore: "Afficher la suite",
  moreFailed: "La suite n'a pas pu être chargée",
} as const;

type NamedPerson = NonNullable<JournalEntry["actor"]>;

/** The acting user, or the command line. */
function subjectOf(actor: NamedPerson | null): string {
  return actor === null ? "La personne qui s'occupe du serveur" : (actor.name ?? "Une personne supprimée");
}

/** « l'événement « Culte » du 24 novembre 2026 » */
function eventPhrase({ name, date }: Extract<AdminAct, { type: "event.created" }>["event"]): string {
  return `l'événement ${quoted(name)} du ${fullDate(date)}`;
}

/** « l'événement « Culte » du 24 novembre 2026 et les 11 suivants » */
function seriesPhrase({
  event,
  events,
}: Pick<Extract<AdminAct, { type: "series.created" }>, "event" | "events">): string {
  const others = events - 1;
  if (others < 1) return eventPhrase(event);
  return `${eventPhrase(event)} et ${others === 1 ? "le suivant" : `les ${others} suivants`}`;
}

type EntrustingAct = Extract<AdminAct, { readonly guardianId: string }>;

/** What was done about who answers for whom. */
function entrustingPredicate({ type }: EntrustingAct, person: string, guardian: string): string {
  return type === "user.entrusted" ? `a confié ${person} à ${guardian}` : `ne confie plus ${person} à ${guardian}`;
}

/** The action, as it follows the actor's name. `dayOf` gives the day of a timestamp (ISO 8601). */
function predicateOf(
  act: Exclude<AdminAct, EntrustingAct>,
  person: string,
  dayOf: (moment: string) => PlainDate,
): string {
  switch (act.type) {
    case "user.promoted":
      return `a donné les droits d'administration à ${person}`;
    case "user.demoted":
      return `a retiré les droits d'administration à ${person}`;
    case "user.merged":
      return `a réuni les deux fiches de ${person}`;
    case "user.told_apart":
      return `a distingué ${person} d'une autre personne du même nom`;
    case "user.deleted":
      return "a supprimé un compte";
    case "user.reset_link_made":
      return `a préparé un lien de réinitialisation du mot de passe pour ${person}`;
    case "user.address_change_asked":
      return `a demandé une autre adresse e-mail pour ${person}`;
    case "people.added":
      return `a ajouté ${act.count} ${act.count > 1 ? "personnes" : "personne"} au groupe ${quoted(act.group.name)}`;
    case "people.completed":
      return `a complété ${act.count > 1 ? `les fiches de ${act.count} personnes` : "la fiche d'une personne"}`;
    case "user.invited":
      return `a préparé une invitation pour ${person}`;
    case "invitation.renewed":
      return "a renouvelé le lien d'invitation";
    case "admin_link.made":
      return "a préparé un lien pour créer un compte d'administration";
    case "admin_link.used":
      return "a créé son compte d'administration par un lien du serveur";
    case "backup.restored":
      return `a rétabli la sauvegarde du ${fullDate(dayOf(act.madeAt))}`;
    case "planning.shared":
      return `a partagé le planning avec l'équipe (${groupsAndEvents(act)})`;
    case "planning.extended":
      return `a ajouté le planning d'un appareil au planning partagé (${groupsAndEvents(act)})`;
    case "service.added":
      return `a ajouté le service ${quoted(act.service)}`;
    case "service.renamed":
      return `a renommé le service ${quoted(act.formerName)} en ${quoted(act.service)}`;
    case "service.hidden":
      return `a masqué le service ${quoted(act.service)}`;
    case "service.offered":
      return `propose de nouveau le service ${quoted(act.service)}`;
    case "service.deleted":
      return `a supprimé le service ${quoted(act.service)}`;
    case "group.created":
      return `a créé le groupe ${quoted(act.group.name)}`;
    case "group.renamed":
      return `a renommé le groupe ${quoted(act.formerName)} en ${quoted(act.group.name)}`;
    case "group.deleted":
      return `a supprimé le groupe ${quoted(act.group.name)}`;
    case "group.restored":
      return `a restauré le groupe ${quoted(act.group.name)}`;
    case "group.pairs_set":
      return `a changé les rôles combinables du groupe ${quoted(act.group.name)}`;
    case "group.required_roles_set":
      return `a changé les rôles nécessaires du groupe ${quoted(act.group.name)}`;
    case "group.reminders_set":
      return act.isOn
        ? `a réglé les rappels du groupe ${quoted(act.group.name)} sur ${act.daysBefore} ${act.daysBefore > 1 ? "jours" : "jour"} avant`
        : `a arrêté les rappels du groupe ${quoted(act.group.name)}`;
    case "group.reply_address_set":
      return `a changé l'adresse de réponse du groupe ${quoted(act.group.name)}`;
    case "group.member_added":
      return `a ajouté ${person} au groupe ${quoted(act.group.name)}`;
    case "group.member_removed":
      return `a retiré ${person} du groupe ${quoted(act.group.name)}`;
    case "group.leader_named":
      return `a nommé ${person} responsable du groupe ${quoted(act.group.name)}`;
    case "group.leader_removed":
      return `a retiré à ${person} la responsabilité du groupe ${quoted(act.group.name)}`;
    case "event.created":
      return `a créé ${eventPhrase(act.event)}`;
    case "event.edited":
      return `a modifié ${eventPhrase(act.event)}`;
    case "event.deleted":
      return `a supprimé ${eventPhrase(act.event)}`;
    case "series.created":
      return `a créé ${seriesPhrase(act)}`;
    case "series.edited":
      return `a modifié ${seriesPhrase(act)}`;
    case "series.deleted":
      return `a supprimé ${seriesPhrase(act)}`;
    case "series.restored":
      return `a restauré ${seriesPhrase(act)}`;
    case "answer.given":
      return act.answer === null
        ? `a retiré la réponse de ${person} pour ${eventPhrase(act.event)}`
        : `a répondu «\u00a0${ANSWER_WORDS[act.answer]}\u00a0» pour ${person} à ${eventPhrase(act.event)}`;
    case "person.asked":
      return `a demandé à ${person} de venir à ${eventPhrase(act.event)}`;
    case "people.asked":
      return `a demandé à ${act.count} ${act.count > 1 ? "personnes" : "personne"}${act.hours === null ? "" : ", l'une après l'autre,"} de venir à ${eventPhrase(act.event)}`;
    case "asking.stopped":
      return `a arrêté les demandes pour ${eventPhrase(act.event)}`;
    case "line_up.kept":
      return `a retenu une formation pour ${eventPhrase(act.event)}`;
    case "line_up.dropped":
      return `a annulé la formation de ${eventPhrase(act.event)}`;
    case "programme.told":
      return `a envoyé aux présents le programme de ${eventPhrase(act.event)}`;
    case "programme.set":
      return `a changé le programme de ${eventPhrase(act.event)}`;
    case "event.restored":
      return `a restauré ${eventPhrase(act.event)}`;
  }
}

/**
 * « Marie Petit a supprimé l'événement « Culte » du 24 novembre 2026 »
 * @param dayOf gives the day of a timestamp (ISO 8601) in the reader's time zone
 */
export function actSentence(
  { actor, person, guardian, act }: JournalEntry,
  dayOf: (moment: string) => PlainDate,
): string {
  const deleted = "une personne supprimée";
  const about = person?.name ?? deleted;
  const done =
    "guardianId" in act ? entrustingPredicate(act, about, guardian?.name ?? deleted) : predicateOf(act, about, dayOf);
  return `${subjectOf(actor)} ${done}`;
}
