import { eventText } from "./event.ts";

/** Words of managing the people who have an account. */
export const usersText = {
  manage: "Gérer les utilisateurs",
  title: "Gestion des utilisateurs",
  search: "Rechercher un utilisateur",
  searchHint: "Prénom, nom ou e-mail",
  list: "Utilisateurs",
  unknown: "La liste des utilisateurs n'a pas pu être chargée.",
  admin: "Admin",
  noService: eventText.noService,
  newAdminEmail: "Adresse e-mail du nouvel administrateur",
  addAdmin: "Ajouter un administrateur",
  addAdminFailed: "Impossible d'ajouter l'administrateur",
  removeRights: "Retirer les droits",
  confirmRemoval: "Confirmer le retrait",
  removeRightsFailed: "Impossible de retirer les droits",
  members: "Membres",
  noMember: "Aucun membre pour l'instant.",
} as const;

/** « Personne ne correspond à « perrin ». » */
export function nobodyFound(query: string): string {
  return `Personne ne correspond à «\u00a0${query}\u00a0».`;
}

/** « Supprimer Camille Perrin », the name of a button. */
export function deleteUser(name: string): string {
  return `Supprimer ${name}`;
}

/** « Le compte de Camille Perrin est supprimé. » */
export function userDeleted(name: string): string {
  return `Le compte de ${name} est supprimé.`;
}

/** « Droits d'administration donnés à Hélène Brunet (Lead, Piano). » */
export function adminAdded(name: string, services: readonly string[]): string {
  const held = services.length > 0 ? ` (${services.join(", ")})` : "";
  return `Droits d'administration donnés à ${name}${held}.`;
}

/** « Camille Perrin n'a plus les droits d'administration. » */
export function adminRemoved(name: string): string {
  return `${name} n'a plus les droits d'administration.`;
}
