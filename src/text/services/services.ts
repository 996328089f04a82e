import { quoted } from "../phrases/marks.ts";

export const servicesText = {
  title: "Services",
  explanation: "Ce que chacun peut choisir dans son profil, et ce dont un événement peut avoir besoin.",
  newService: "Nouveau service",
  example: "Chœur, lumière, accueil…",
  add: "Ajouter le service",
  addFailed: "Le service n'a pas pu être ajouté",
  list: "Services proposés",
  hidden: "masqué",
  offer: "Proposer",
  hint: "Masqué\u00a0: on ne le propose plus. Qui le tient le garde, et il continue de compter.",
  saveName: "Enregistrer le nom",
  changeFailed: "Le service n'a pas pu être changé",
} as const;

/** « 3 personnes », « personne » */
export function heldBy(count: number): string {
  if (count === 0) return "personne";
  return count === 1 ? "1 personne" : `${count} personnes`;
}

export const hideService = (name: string) => `Masquer ${name}`;
export const offerService = (name: string) => `${servicesText.offer} ${name}`;
export const renameService = (name: string) => `Renommer ${name}`;
export const newNameOf = (name: string) => `Nouveau nom de ${name}`;
export const deleteService = (name: string) => `Supprimer ${name}`;
export const serviceAdded = (name: string) => `${quoted(name)} est maintenant proposé.`;
export const serviceRenamed = (formerName: string, name: string) =>
  `${quoted(formerName)} s'appelle maintenant ${quoted(name)}.`;
export const serviceDeleted = (name: string) => `${quoted(name)} est supprimé.`;
export const serviceShown = (name: string, isOffered: boolean) =>
  `${quoted(name)} est ${isOffered ? "de nouveau proposé" : "masqué"}.`;
