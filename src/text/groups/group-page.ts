import type { PlainDate, PlainTime } from "../../domain/calendar/calendar.ts";
import { dayTitle, longDateTime } from "../phrases/dates.ts";

/** Words of a group's own page. */
export const groupPageText = {
  members: "Membres du groupe",
  everybody:
    "Tant que le planning n'est pas partagé, toute l'équipe fait partie de chaque groupe\u00a0: il n'y a rien à rejoindre ni à quitter.",
  noMember: "Personne n'a encore rejoint ce groupe.",
  noMemberForAdmin: "Ajoutez-y ci-dessous les personnes qui ont un compte, ou invitez l'équipe.",
  noMemberForMember: "Rejoignez-le si vous en faites partie\u00a0: votre réponse y sera attendue.",
  nobodyBelongs: "Personne ne fait encore partie de ce groupe\u00a0: aucune réponse n'est attendue.",
  add: "Ajouter au groupe",
  addButton: "Ajouter",
  addChoose: "Choisir une personne",
  everybodyBelongs: "Toutes les personnes qui ont un compte font partie de ce groupe.",
  addNotChosen: "Choisissez d'abord une personne",
  addToGroup: "Ajouter des personnes",
  showGroup: "Voir le groupe",
  invite: "Inviter l'équipe",
  unanswered: "Leur réponse est attendue pour chaque événement du groupe.",
  join: "Rejoindre ce groupe",
  leave: "Quitter ce groupe",
  joinFailed: "Vous n'avez pas pu rejoindre ce groupe",
  leaveFailed: "Vous n'avez pas pu quitter ce groupe",
  joined: "Vous faites partie de ce groupe.",
  left: "Vous ne faites plus partie de ce groupe.",
  noService: "Aucun service",
  leader: "Responsable",
} as const;

/** « Retirer Camille Perrin du groupe », the name of a button. */
export function removeMember(name: string): string {
  return `Retirer ${name} du groupe`;
}

/** « Camille Perrin ne fait plus partie du groupe. » */
export function memberRemoved(name: string): string {
  return `${name} ne fait plus partie du groupe.`;
}

/** « Camille Perrin fait toujours partie du groupe : le retrait n'a pas abouti » */
export function memberNotRemoved(name: string): string {
  return `${name} fait toujours partie du groupe\u00a0: le retrait n'a pas abouti`;
}

/** « Camille Perrin fait partie du groupe. » */
export function memberAdded(name: string): string {
  return `${name} fait partie du groupe.`;
}

/** « Camille Perrin ne fait pas partie du groupe : l'ajout n'a pas abouti » */
export function memberNotAdded(name: string): string {
  return `${name} ne fait pas partie du groupe\u00a0: l'ajout n'a pas abouti`;
}

/** « Nommer responsable Camille Perrin », the name of a button. */
export function nameLeader(name: string): string {
  return `Nommer responsable ${name}`;
}

/** « Retirer la responsabilité de Camille Perrin », the name of a button. */
export function removeLeader(name: string): string {
  return `Retirer la responsabilité de ${name}`;
}

/** « Camille Perrin est responsable du groupe. » */
export function leaderNamed(name: string): string {
  return `${name} est responsable du groupe.`;
}

/** « Camille Perrin n'est plus responsable du groupe. » */
export function leaderRemoved(name: string): string {
  return `${name} n'est plus responsable du groupe.`;
}

/** « Camille Perrin n'est pas responsable du groupe : le changement n'a pas abouti » */
export function leaderNotNamed(name: string): string {
  return `${name} n'est pas responsable du groupe\u00a0: le changement n'a pas abouti`;
}

/** « Camille Perrin est toujours responsable du groupe : le retrait n'a pas abouti » */
export function leaderNotRemoved(name: string): string {
  return `${name} est toujours responsable du groupe\u00a0: le retrait n'a pas abouti`;
}

/** Words of the question shown to a user who opens a group for the first time. */
export const joiningText = {
  question: "Rejoindre ce groupe\u00a0?",
  join: "Rejoindre",
  lookOnly: "Seulement regarder",
} as const;

/** What joining means, and what only looking means. */
export function joiningExplanation(groupName: string): string {
  return `Si vous rejoignez «\u00a0${groupName}\u00a0», votre réponse y sera attendue pour chaque événement.`;
}

/** « Une personne sans compte de ce groupe porte aussi le nom Anna Petit. La question a été posée… » */
export function namesakeNotice(name: string): string {
  return `Une personne sans compte de ce groupe porte aussi le nom ${name}. La question a été posée à un admin\u00a0: si c'est vous, il réunira les deux.`;
}

/** The choice in the dialog of sharing, for every group. */
export const REMIND_WHEN_SHARED = "Rappeler par mail ceux qui n'ont pas répondu";

/** Words about a group's reminders. */
export const remindersText = {
  title: "Rappels",
  explanation:
    "À 18\u00a0h, chaque membre sans réponse reçoit un seul message pour tous ses événements, puis un second deux jours avant.",
  isOn: "Rappeler ceux qui n'ont pas répondu",
  daysBefore: "Combien de jours avant",
  replyAddress: "Adresse de réponse (facultatif)",
  replyAddressHint: "Qui répond à un message du groupe écrit à cette adresse.",
  saveAddress: "Enregistrer l'adresse",
  saved: "Enregistré",
  notSaved: "Les rappels n'ont pas pu être enregistrés",
  retry: "Réessayer",
  notLoaded: "Les rappels n'ont pas pu être chargés.",
} as const;

export const sentMessagesText = {
  title: "Derniers messages",
  explanation: "Ceux des 30 derniers jours, et ce qu'ils sont devenus pour chacun.",
  empty:
    "Rien n'est encore parti. Dès qu'un message concerne ce groupe, vous lirez ici qui l'a reçu, et pourquoi pas les autres.",
  noReminder: "Aucun rappel prévu",
  notLoaded: "Les messages n'ont pas pu être chargés.",
  showMore: "Afficher les messages précédents",
} as const;

/** « Prochain rappel : samedi 28 novembre 2026 à 18:00, 4 personnes » */
export function nextReminderLine(date: PlainDate, time: PlainTime, people: number): string {
  return `Prochain rappel\u00a0: ${longDateTime(date, time)}, ${people} ${people === 1 ? "personne" : "personnes"}`;
}

interface NamedEvent {
  readonly name: string;
  readonly date: PlainDate;
}

/** « Culte, dimanche 29 novembre », « Culte, dimanche 29 novembre, et 14 autres » */
export function messageEvent({ name, date }: NamedEvent, others: number): string {
  const rest = others === 0 ? "" : `, et ${others} ${others === 1 ? "autre" : "autres"}`;
  return `${name}, ${dayTitle(date)}${rest}`;
}

/** « Rappel · mardi 24 novembre à 18:00 » */
export function messageMoment(kind: string, date: PlainDate, time: PlainTime): string {
  return `${kind} · ${dayTitle(date)} à ${time}`;
}
