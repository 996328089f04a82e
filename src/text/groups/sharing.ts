import type { PublicationReceipt } from "../../contract/planning/publication.ts";
import type { PlainDate } from "../../domain/calendar/calendar.ts";
import { eventCount } from "../dashboard/dashboard.ts";
import { frenchList } from "../phrases/role-phrases.ts";

/** Words for sharing: a planning moves from an admin's browser to the server, for the whole team. */
export const sharingText = {
  title: "Partage",
  onlyHere:
    "Pour l'instant, ce planning n'existe que sur cet appareil. Partagez-le une fois\u00a0: chacun le verra et répondra depuis son téléphone.",
  onlyHereNotice: "Ce planning n'existe encore que sur cet appareil\u00a0: l'équipe ne le voit pas.",
  onlyHereInvited:
    "Ce planning n'existe encore que sur cet appareil\u00a0: les personnes invitées ne verront rien tant qu'il n'est pas partagé.",
  share: "Partager avec l'équipe",
  question: "Partager ce planning avec l'équipe\u00a0?",
  consequence:
    "Toute l'équipe travaillera ensuite sur ce planning, et chaque réponse se verra partout. Ce choix se fait une fois pour toutes.",
  confirm: "Partager",
  sharing: "Partage en cours…",
  shareFailed: "Le planning n'a pas pu être partagé",
  sharedMeanwhile:
    "Quelqu'un a partagé un planning entre-temps. Le vôtre est toujours sur cet appareil\u00a0: vous pouvez l'ajouter.",
  invite: "Inviter l'équipe",
  isShared:
    "Ce planning est partagé\u00a0: toute l'équipe voit les mêmes groupes et les mêmes événements, et chaque changement apparaît aussitôt sur les autres écrans.",
  leftoverForAdmin:
    "Ajoutez-le au planning partagé (rien n'y sera remplacé), gardez-en une copie, ou oubliez-le. Sans votre choix, il reste là.",
  leftoverForMember:
    "Un administrateur peut l'ajouter au planning partagé depuis cet appareil. Vous pouvez en garder une copie, ou l'oublier.",
  add: "Ajouter au planning partagé",
  addFailed: "Ce planning n'a pas pu être ajouté",
  addedNothing: "Tout était déjà dans le planning partagé.",
  download: "Télécharger",
  forget: "Oublier",
  forgotten: "C'est oublié\u00a0: cet appareil ne garde plus que le planning partagé.",
} as const;

type Counts = Pick<PublicationReceipt, "groups" | "events">;

const counted = (count: number, noun: string) => `${count} ${noun}${count > 1 ? "s" : ""}`;
export const groupsAndEvents = ({ groups, events }: Counts) => `${counted(groups, "groupe")} et ${eventCount(events)}`;

/** What would be shared: « 3 groupes et 12 événements seront partagés. » */
export function whatWillBeShared({ groups, events }: Counts): string {
  const isOne = groups + events === 1;
  return `${groupsAndEvents({ groups, events })} ${isOne ? "sera partagé" : "seront partagés"}.`;
}

export const leftoverSentence = (counts: Counts) =>
  `Cet appareil garde un planning qui n'est pas partagé\u00a0: ${groupsAndEvents(counts)}.`;

const withAnswers = ({ groups, events, answers }: PublicationReceipt) =>
  `${counted(groups, "groupe")}, ${eventCount(events)} et ${counted(answers, "réponse")}`;

/** Says that answers of people without an account were left out; empty if there were none. */
function leftOutSentence(count: number): string {
  if (count === 0) return "";
  if (count === 1) return " 1 réponse n'a pas suivi\u00a0: son auteur n'a plus de compte.";
  return ` ${count} réponses n'ont pas suivi\u00a0: leurs auteurs n'ont plus de compte.`;
}

/** « C'est partagé : 3 groupes, 12 événements et 40 réponses. » plus the answers left out, if any */
export const sharedSentence = (receipt: PublicationReceipt) =>
  `C'est partagé\u00a0: ${withAnswers(receipt)}.${leftOutSentence(receipt.leftOut)}`;

/** « Vous faites partie de « Chorale » : votre réponse y est attendue. », shown to the user who shared */
export function ownGroupsSentence(names: readonly string[]): string {
  const quoted = names.map((name) => `«\u00a0${name}\u00a0»`);
  return `Vous faites partie de ${frenchList(quoted)}\u00a0: votre réponse y est attendue.`;
}

/** « C'est ajouté : 1 groupe, 4 événements et 12 réponses. » */
export function addedSentence(receipt: PublicationReceipt): string {
  const isNothing = receipt.groups + receipt.events + receipt.answers === 0;
  const added = isNothing ? sharingText.addedNothing : `C'est ajouté\u00a0: ${withAnswers(receipt)}.`;
  return `${added}${leftOutSentence(receipt.leftOut)}`;
}

/** The file name of an exported local planning. */
export const planningFileName = (date: PlainDate) => `diapason-planning-${date}.json`;
