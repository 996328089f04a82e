import type { Frequency } from "../../domain/calendar/recurrence.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";

export const eventCreationText = {
  create: "Créer l'événement",
  date: "Date",
  details: "Précisions (facultatif)",
  detailsHint: "Une adresse web devient un lien.",
  endTime: "Fin (facultatif)",
  endsNextDay: "(lendemain)",
  failed: "Échec de la création de l'événement",
  location: "Lieu",
  locationHint: "Salle, adresse ou lien",
  more: "Fin, précisions, répétition, rôles",
  name: "Nom de l'événement",
  noEnd: "Sans fin",
  repeat: "Répéter",
  time: "Heure",
  timePlaceholder: "Choisir",
  title: "Créer un événement",
  until: "Jusqu'au",
} as const satisfies Readonly<Record<string, string>> & Readonly<Record<keyof EventDetails, string>>;

/** The words of the frequencies; of an event that is not repeated, `never`. */
export const FREQUENCY_WORDS: Readonly<Record<Frequency | "never", string>> = {
  never: "Jamais",
  week: "Chaque semaine",
  two_weeks: "Toutes les deux semaines",
  month: "Chaque mois",
};

/** « « Culte » créé. » */
export function eventCreated(name: string): string {
  return `«\u00a0${name}\u00a0» créé.`;
}
