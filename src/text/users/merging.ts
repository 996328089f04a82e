import { frenchList } from "../phrases/role-phrases.ts";

export const mergingText = {
  region: "Peut-être la même personne",
  merge: "Réunir",
  different: "Deux personnes différentes",
  differentFailed: "Le choix n'a pas pu être enregistré",
  mergeWith: "Réunir avec",
  choose: "Choisissez une personne",
  lead: "Voici ce qu'il en reste\u00a0:",
  loading: "Chargement…",
  unknown: "Ce qui en restera n'a pas pu être chargé.",
  noAccount: "Aucune des deux n'a de compte.",
  noService: "Services\u00a0: aucun",
  noGroup: "Groupes\u00a0: aucun",
  others: "Absences, formations retenues et tours\u00a0: ceux des deux.",
  noLongerAdmin: "L'autre compte avait les droits d'administration\u00a0: cette personne ne les aura plus.",
  isAdmin: "Ce compte a les droits d'administration\u00a0: cette personne les aura.",
  guitar: "Quelle guitare reste\u00a0?",
  forGood: "C'est définitif\u00a0: on ne peut pas revenir en arrière.",
  failed: "Les deux personnes n'ont pas pu être réunies",
} as const;

export const mergeTitle = (one: string, other: string) => `Réunir ${one} et ${other}`;
export const mergeWithTitle = (name: string) => `Réunir ${name} avec une autre personne`;
export const keptAccount = (email: string, isOnly: boolean) =>
  `Le compte ${email} reste\u00a0: ${isOnly ? "c'est le seul" : "c'est lui qui s'est connecté en dernier"}.`;
export const goneAccount = (email: string) => `Le compte ${email} disparaît\u00a0: on ne s'y connecte plus.`;
export const goneAddress = (email: string) => `L'adresse ${email} disparaît.`;
export const servicesLine = (services: readonly string[]) =>
  services.length === 0 ? mergingText.noService : `Services\u00a0: ${frenchList(services)}`;
export const groupsOfBoth = (names: readonly string[]) =>
  names.length === 0 ? mergingText.noGroup : `Groupes\u00a0: ${frenchList(names)}`;
export const ledGroups = (names: readonly string[]) => `Ce compte devient responsable de\u00a0: ${frenchList(names)}`;

/** « Réponses\u00a0: celles des deux\u00a0; pour 2 événements, la plus récente des deux compte. » */
export function answersLine(conflicts: number): string {
  if (conflicts === 0) return "Réponses\u00a0: celles des deux.";
  return `Réponses\u00a0: celles des deux\u00a0; pour ${conflicts} événement${conflicts > 1 ? "s" : ""}, la plus récente des deux compte.`;
}

export const peopleMerged = (name: string) => `${name} n'est plus qu'une fois dans l'équipe.`;
