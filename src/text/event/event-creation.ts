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
} as const;

/** « « Culte » créé. » */
export function eventCreated(name: string): string {
  return `«\u00a0${name}\u00a0» créé.`;
}
