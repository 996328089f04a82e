import type { PlainDate, PlainTime } from "../../domain/calendar/calendar.ts";
import { dayTitle, longDateTime } from "../phrases/dates.ts";

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
