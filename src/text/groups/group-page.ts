import type { PlainDate, PlainTime } from "../../domain/calendar/calendar.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import { dayTitle, longDateTime } from "../phrases/dates.ts";

/** Words of the page `/group`: the members of the selected group, and its settings. */
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

export const removeMember = (name: string) => `Retirer ${name} du groupe`;
export const memberRemoved = (name: string) => `${name} ne fait plus partie du groupe.`;
export const memberNotRemoved = (name: string) =>
  `${name} fait toujours partie du groupe\u00a0: le retrait n'a pas abouti`;
export const memberAdded = (name: string) => `${name} fait partie du groupe.`;
export const memberNotAdded = (name: string) => `${name} ne fait pas partie du groupe\u00a0: l'ajout n'a pas abouti`;
export const nameLeader = (name: string) => `Nommer responsable ${name}`;
export const removeLeader = (name: string) => `Retirer la responsabilité de ${name}`;
export const leaderNamed = (name: string) => `${name} est responsable du groupe.`;
export const leaderRemoved = (name: string) => `${name} n'est plus responsable du groupe.`;
export const leaderNotNamed = (name: string) =>
  `${name} n'est pas responsable du groupe\u00a0: le changement n'a pas abouti`;
export const leaderNotRemoved = (name: string) =>
  `${name} est toujours responsable du groupe\u00a0: le retrait n'a pas abouti`;

export const joiningText = {
  question: "Rejoindre ce groupe\u00a0?",
  join: "Rejoindre",
  lookOnly: "Seulement regarder",
} as const;

/** What joining means, and what only looking means. */
export const joiningExplanation = (groupName: string) =>
  `Si vous rejoignez «\u00a0${groupName}\u00a0», votre réponse y sera attendue pour chaque événement.`;
export const namesakeNotice = (name: string) =>
  `Une personne sans compte de ce groupe porte aussi le nom ${name}. La question a été posée à un admin\u00a0: si c'est vous, il réunira les deux.`;

/** A choice for all groups, in the sharing dialog. */
export const REMIND_WHEN_SHARED = "Rappeler par mail ceux qui n'ont pas répondu";

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

export const nextReminderLine = (date: PlainDate, time: PlainTime, people: number) =>
  `Prochain rappel\u00a0: ${longDateTime(date, time)}, ${people} ${people === 1 ? "personne" : "personnes"}`;

/** « Culte, dimanche 29 novembre », « Culte, dimanche 29 novembre, et 14 autres » */
export function messageEvent({ name, date }: Pick<EventDetails, "name" | "date">, others: number): string {
  const rest = others === 0 ? "" : `, et ${others} ${others === 1 ? "autre" : "autres"}`;
  return `${name}, ${dayTitle(date)}${rest}`;
}

export const messageMoment = (kind: string, date: PlainDate, time: PlainTime) =>
  `${kind} · ${dayTitle(date)} à ${time}`;
