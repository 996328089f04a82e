import { quoted } from "../phrases/typography.ts";

/** Words of the team's services. */
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

export function hideService(name: string): string {
  return `Masquer ${name}`;
}

export function offerService(name: string): string {
  return `${servicesText.offer} ${name}`;
}

export function renameService(name: string): string {
  return `Renommer ${name}`;
}

export function newNameOf(name: string): string {
  return `Nouveau nom de ${name}`;
}

export function deleteService(name: string): string {
  return `Supprimer ${name}`;
}

export function serviceAdded(name: string): string {
  return `${quoted(name)} est maintenant proposé.`;
}

export function serviceRenamed(formerName: string, name: string): string {
  return `${quoted(formerName)} s'appelle maintenant ${quoted(name)}.`;
}

export function serviceDeleted(name: string): string {
  return `${quoted(name)} est supprimé.`;
}

export function serviceShown(name: string, isOffered: boolean): string {
  return `${quoted(name)} est ${isOffered ? "de nouveau proposé" : "masqué"}.`;
}
