import type { AdminAct, JournalEntry } from "../../contract/journal.ts";
import type { PlainDate } from "../../domain/calendar/calendar.ts";
import { groupsAndEvents } from "../groups/sharing.ts";
import { ANSWER_WORDS } from "../phrases/availability.ts";
import { fullDate } from "../phrases/dates.ts";
import { quoted } from "../phrases/marks.ts";

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
const subjectOf = (actor: NamedPerson | null) =>
  actor === null ? "La personne qui s'occupe du serveur" : (actor.name ?? "Une personne supprimée");
const eventPhrase = ({ name, date }: Extract<AdminAct, { type: "event.created" }>["event"]) =>
  `l'événement ${quoted(name)} du ${fullDate(date)}`;

/** « l'événement « Culte » du 24 novembre 2026 et les 11 suivants » */
function seriesPhrase({
  event,
  events,
}: Pick<Extract<AdminAct, { type: "series.created" }>, "event" | "events">): string {
  const others = events - 1;
  if (others < 1) return eventPhrase(event);
  return `${eventPhrase(event)} et ${others === 1 ? "le suivant" : `les ${others} suivants`}`;
}

interface ActNames {
  /** The name of the person whom the act is about. */
  readonly person: string;
  readonly guardian: string;
  /** The day of a timestamp (ISO 8601). */
  readonly dayOf: (moment: string) => PlainDate;
}

type Predicates = {
  readonly [Type in AdminAct["type"]]: (act: ActNames & Extract<AdminAct, { readonly type: Type }>) => string;
};

/** What follows the actor's name in the sentence of an act. */
const PREDICATES: Predicates = {
  "user.promoted": ({ person }) => `a donné les droits d'administration à ${person}`,
  "user.demoted": ({ person }) => `a retiré les droits d'administration à ${person}`,
  "user.merged": ({ person }) => `a réuni les deux fiches de ${person}`,
  "user.told_apart": ({ person }) => `a distingué ${person} d'une autre personne du même nom`,
  "user.deleted": () => "a supprimé un compte",
  "user.reset_link_made": ({ person }) => `a préparé un lien de réinitialisation du mot de passe pour ${person}`,
  "user.address_change_asked": ({ person }) => `a demandé une autre adresse e-mail pour ${person}`,
  "people.added": ({ group, count }) =>
    `a ajouté ${count} ${count > 1 ? "personnes" : "personne"} au groupe ${quoted(group.name)}`,
  "people.completed": ({ count }) =>
    `a complété ${count > 1 ? `les fiches de ${count} personnes` : "la fiche d'une personne"}`,
  "user.invited": ({ person }) => `a préparé une invitation pour ${person}`,
  "invitation.renewed": () => "a renouvelé le lien d'invitation",
  "admin_link.made": () => "a préparé un lien pour créer un compte d'administration",
  "admin_link.used": () => "a créé son compte d'administration par un lien du serveur",
  "backup.restored": ({ dayOf, madeAt }) => `a rétabli la sauvegarde du ${fullDate(dayOf(madeAt))}`,
  "planning.shared": (act) => `a partagé le planning avec l'équipe (${groupsAndEvents(act)})`,
  "planning.extended": (act) => `a ajouté le planning d'un appareil au planning partagé (${groupsAndEvents(act)})`,
  "service.added": ({ service }) => `a ajouté le service ${quoted(service)}`,
  "service.renamed": ({ formerName, service }) => `a renommé le service ${quoted(formerName)} en ${quoted(service)}`,
  "service.hidden": ({ service }) => `a masqué le service ${quoted(service)}`,
  "service.offered": ({ service }) => `propose de nouveau le service ${quoted(service)}`,
  "service.deleted": ({ service }) => `a supprimé le service ${quoted(service)}`,
  "group.created": ({ group }) => `a créé le groupe ${quoted(group.name)}`,
  "group.renamed": ({ group, formerName }) => `a renommé le groupe ${quoted(formerName)} en ${quoted(group.name)}`,
  "group.deleted": ({ group }) => `a supprimé le groupe ${quoted(group.name)}`,
  "group.restored": ({ group }) => `a restauré le groupe ${quoted(group.name)}`,
  "group.pairs_set": ({ group }) => `a changé les rôles combinables du groupe ${quoted(group.name)}`,
  "group.required_roles_set": ({ group }) => `a changé les rôles nécessaires du groupe ${quoted(group.name)}`,
  "group.reminders_set": ({ group, isOn, daysBefore }) =>
    isOn
      ? `a réglé les rappels du groupe ${quoted(group.name)} sur ${daysBefore} ${daysBefore > 1 ? "jours" : "jour"} avant`
      : `a arrêté les rappels du groupe ${quoted(group.name)}`,
  "group.reply_address_set": ({ group }) => `a changé l'adresse de réponse du groupe ${quoted(group.name)}`,
  "group.member_added": ({ person, group }) => `a ajouté ${person} au groupe ${quoted(group.name)}`,
  "group.member_removed": ({ person, group }) => `a retiré ${person} du groupe ${quoted(group.name)}`,
  "group.leader_named": ({ person, group }) => `a nommé ${person} responsable du groupe ${quoted(group.name)}`,
  "group.leader_removed": ({ person, group }) =>
    `a retiré à ${person} la responsabilité du groupe ${quoted(group.name)}`,
  "event.created": ({ event }) => `a créé ${eventPhrase(event)}`,
  "event.edited": ({ event }) => `a modifié ${eventPhrase(event)}`,
  "event.deleted": ({ event }) => `a supprimé ${eventPhrase(event)}`,
  "series.created": (act) => `a créé ${seriesPhrase(act)}`,
  "series.edited": (act) => `a modifié ${seriesPhrase(act)}`,
  "series.deleted": (act) => `a supprimé ${seriesPhrase(act)}`,
  "series.restored": (act) => `a restauré ${seriesPhrase(act)}`,
  "answer.given": ({ person, event, answer }) =>
    answer === null
      ? `a retiré la réponse de ${person} pour ${eventPhrase(event)}`
      : `a répondu «\u00a0${ANSWER_WORDS[answer]}\u00a0» pour ${person} à ${eventPhrase(event)}`,
  "person.asked": ({ person, event }) => `a demandé à ${person} de venir à ${eventPhrase(event)}`,
  "people.asked": ({ event, count, hours }) =>
    `a demandé à ${count} ${count > 1 ? "personnes" : "personne"}${hours === null ? "" : ", l'une après l'autre,"} de venir à ${eventPhrase(event)}`,
  "asking.stopped": ({ event }) => `a arrêté les demandes pour ${eventPhrase(event)}`,
  "line_up.kept": ({ event }) => `a retenu une formation pour ${eventPhrase(event)}`,
  "line_up.dropped": ({ event }) => `a annulé la formation de ${eventPhrase(event)}`,
  "programme.told": ({ event }) => `a envoyé aux présents le programme de ${eventPhrase(event)}`,
  "programme.set": ({ event }) => `a changé le programme de ${eventPhrase(event)}`,
  "event.restored": ({ event }) => `a restauré ${eventPhrase(event)}`,
  "user.entrusted": ({ person, guardian }) => `a confié ${person} à ${guardian}`,
  "user.entrusting_ended": ({ person, guardian }) => `ne confie plus ${person} à ${guardian}`,
};

/**
 * « Marie Petit a supprimé l'événement « Culte » du 24 novembre 2026 »
 * @param dayOf gives the day of a timestamp (ISO 8601) in the user's time zone
 */
export function actSentence(
  { actor, person, guardian, act }: JournalEntry,
  dayOf: (moment: string) => PlainDate,
): string {
  const deleted = "une personne supprimée";
  const namedAct = { ...act, person: person?.name ?? deleted, guardian: guardian?.name ?? deleted, dayOf };
  const predicate = PREDICATES[act.type] as (about: typeof namedAct) => string;
  return `${subjectOf(actor)} ${predicate(namedAct)}`;
}
