import { frenchList } from "../phrases/role-phrases.ts";

/** Words of entrusting a person without an account to somebody who has one. */
export const entrustingText = {
  entrust: "Confier",
  choose: "Choisir",
  notChosen: "Choisissez d'abord une personne",
  failed: "Rien n'a changé",
  title: "Je réponds aussi pour",
  hint: "Vous voyez leurs événements, et vous répondez à leur place.",
  services: "Services",
  saveServices: "Enregistrer les services",
  servicesSaved: "Services enregistrés.",
  noAbsence: "Aucune absence prévue.",
} as const;

/** « Confier Léa Petit à », before the choice of somebody */
export function entrustTo(name: string): string {
  return `Confier ${name} à`;
}

/** « Sophie Petit répond pour cette personne. » */
export function answeredBy(names: readonly string[]): string {
  return `${frenchList(names)} ${names.length > 1 ? "répondent" : "répond"} pour cette personne.`;
}

/** « Ne plus confier Léa Petit à Sophie Petit » */
export function endEntrusting(name: string, guardian: string): string {
  return `Ne plus confier ${name} à ${guardian}`;
}

/** « Sophie Petit répond maintenant pour Léa Petit. » */
export function entrusted(name: string, guardian: string): string {
  return `${guardian} répond maintenant pour ${name}.`;
}

/** « Sophie Petit ne répond plus pour Léa Petit. » */
export function entrustingEnded(name: string, guardian: string): string {
  return `${guardian} ne répond plus pour ${name}.`;
}

/** « Ne plus répondre pour Léa Petit » */
export function endOwnEntrusting(name: string): string {
  return `Ne plus répondre pour ${name}`;
}

/** « Services et absences de Léa Petit » */
export function careOf(name: string): string {
  return `Services et absences de ${name}`;
}
