import { frenchList } from "../phrases/role-phrases.ts";

/** Words for two rows that are perhaps one person. */
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
  cancel: "Annuler",
} as const;

/** « Réunir Anna Petit et PETIT Anna », the title of a dialog */
export function mergeTitle(one: string, other: string): string {
  return `Réunir ${one} et ${other}`;
}

/** « Réunir Anna Petit avec une autre personne », the title of a dialog */
export function mergeWithTitle(name: string): string {
  return `Réunir ${name} avec une autre personne`;
}

/** « Le compte anna@exemple.fr reste\u00a0: c'est lui qui s'est connecté en dernier. » */
export function keptAccount(email: string, isOnly: boolean): string {
  return `Le compte ${email} reste\u00a0: ${isOnly ? "c'est le seul" : "c'est lui qui s'est connecté en dernier"}.`;
}

/** « Le compte a.petit@exemple.fr disparaît\u00a0: on ne s'y connecte plus. » */
export function goneAccount(email: string): string {
  return `Le compte ${email} disparaît\u00a0: on ne s'y connecte plus.`;
}

/** « L'adresse a.petit@exemple.fr disparaît. » */
export function goneAddress(email: string): string {
  return `L'adresse ${email} disparaît.`;
}

/** « Services\u00a0: Voix et Bass » */
export function servicesLine(services: readonly string[]): string {
  return services.length === 0 ? mergingText.noService : `Services\u00a0: ${frenchList(services)}`;
}

/** « Groupes\u00a0: Louange du dimanche et Groupe de jeunes » */
export function groupsOfBoth(names: readonly string[]): string {
  return names.length === 0 ? mergingText.noGroup : `Groupes\u00a0: ${frenchList(names)}`;
}

/** « Ce compte devient responsable de\u00a0: Groupe de jeunes » */
export function ledGroups(names: readonly string[]): string {
  return `Ce compte devient responsable de\u00a0: ${frenchList(names)}`;
}

/** « Réponses\u00a0: celles des deux\u00a0; pour 2 événements, la plus récente des deux compte. » */
export function answersLine(conflicts: number): string {
  if (conflicts === 0) return "Réponses\u00a0: celles des deux.";
  return `Réponses\u00a0: celles des deux\u00a0; pour ${conflicts} événement${conflicts > 1 ? "s" : ""}, la plus récente des deux compte.`;
}

/** « Anna Petit n'est plus qu'une fois dans l'équipe. » */
export function peopleMerged(name: string): string {
  return `${name} n'est plus qu'une fois dans l'équipe.`;
}
