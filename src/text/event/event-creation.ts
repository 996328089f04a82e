import type { EventDetails } from "../../domain/planning/planning.ts";

export const eventCreationText = {
  create: "Créer l'événement",
  date: "Date",
  failed: "Échec de la création de l'événement",
  location: "Lieu",
  locationHint: "Salle, adresse ou lien",
  name: "Nom de l'événement",
  time: "Heure",
  timePlaceholder: "Choisir",
  title: "Créer un événement",
} as const satisfies Readonly<Record<string, string>> & Readonly<Record<keyof EventDetails, string>>;

/** « « Culte » créé. » */
export function eventCreated(name: string): string {
  return `«\u00a0${name}\u00a0» créé.`;
}
