import { frenchList } from "../phrases/role-phrases.ts";

/** Words for entrusting: a guardian answers for a person without an account, such as their child. */
export const entrustingText = {
  entrust: "Confier",
  choose: "Choisir",
  failed: "Rien n'a changé",
  title: "Je réponds aussi pour",
  hint: "Vous voyez leurs événements, et vous répondez à leur place.",
  services: "Services",
  saveServices: "Enregistrer les services",
  servicesSaved: "Services enregistrés.",
  noAbsence: "Aucune absence prévue.",
} as const;

export const entrustTo = (name: string) => `Confier ${name} à`;
export const answeredBy = (names: readonly string[]) =>
  `${frenchList(names)} ${names.length > 1 ? "répondent" : "répond"} pour cette personne.`;
export const endEntrusting = (name: string, guardian: string) => `Ne plus confier ${name} à ${guardian}`;
export const entrusted = (name: string, guardian: string) => `${guardian} répond maintenant pour ${name}.`;
export const entrustingEnded = (name: string, guardian: string) => `${guardian} ne répond plus pour ${name}.`;
export const endOwnEntrusting = (name: string) => `Ne plus répondre pour ${name}`;
export const careOf = (name: string) => `Services et absences de ${name}`;
