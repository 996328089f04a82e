import { fullName, type Person } from "../../domain/people/people.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import { dayAndMonth, longDateTime } from "./dates.ts";
import { frenchList } from "./role-phrases.ts";

/** Words for a message that the user copies or shares, because the app does not send it. */
export const messageText = {
  copy: "Copier le message",
  share: "Partager",
  whatsApp: "WhatsApp",
  mail: "Écrire un e-mail",
  copied: "Message copié.",
  notCopied: "Sélectionnez le texte pour le copier.",
  notShared: "Le partage n'a pas abouti\u00a0: copiez le message.",
  onlyHere: "Le planning n'est pas encore partagé\u00a0: d'ici là, le lien du message ne s'ouvre que sur cet appareil.",
} as const;

export const openAnswersText = {
  explanation: "Qui n'a pas encore répondu aux quatre prochains événements, avec un message prêt à envoyer.",
  everyoneAnswered: "Tout le monde a répondu aux prochains événements.",
  noEvent: "Aucun événement à venir.",
} as const;

interface OpenEvent {
  readonly event: EventDetails;
  /** The address of the event's page, where people answer. */
  readonly address: string;
}

/** « Message pour Thomas Nguyen » */
export const messageFor = (person: Person) => `Message pour ${fullName(person)}`;

/** The subject of a mail with the message below. */
export const openAnswersSubject = (events: readonly EventDetails[]) =>
  events.length === 1 ? events.map(({ name }) => name).join("") : "Tes prochaines réponses";

/** « 3 réponses attendues : 6 décembre et 13 décembre », each date once */
export function openDates(events: readonly EventDetails[]): string {
  const dates = frenchList([...new Set(events.map(({ date }) => dayAndMonth(date)))]);
  return events.length === 1
    ? `1 réponse attendue\u00a0: ${dates}`
    : `${events.length} réponses attendues\u00a0: ${dates}`;
}

/** A message to one musician about all events not answered yet, with « tu ». */
export function openAnswersMessage({ firstName }: Person, open: readonly OpenEvent[]): string {
  const lines = open.map(
    ({ event, address }) =>
      `- «\u00a0${event.name}\u00a0», ${longDateTime(event.date, event.time)}, ${event.location}\u00a0: ${address}`,
  );
  const missing =
    open.length === 1 ? "Il nous manque ta réponse pour" : `Il nous manque tes ${open.length} réponses pour`;
  return [
    `Bonjour ${firstName},`,
    `${missing}\u00a0:`,
    ...lines,
    "Peux-tu nous dire si tu viens\u00a0?",
    "Merci\u00a0!",
  ].join("\n");
}

export const linkText = {
  copy: "Copier le lien",
  copied: "Lien copié",
  copyFailed: "Le lien n'a pas pu être copié. Il est sélectionné\u00a0: copiez-le vous-même.",
} as const;
