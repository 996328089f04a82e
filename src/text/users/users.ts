import { eventText } from "../event/event.ts";
import { frenchList } from "../phrases/role-phrases.ts";

/** Words of the user management. */
export const usersText = {
  manage: "Gérer les utilisateurs",
  title: "Gestion des utilisateurs",
  search: "Rechercher un utilisateur",
  searchHint: "Prénom, nom ou e-mail",
  list: "Utilisateurs",
  unknown: "La liste des utilisateurs n'a pas pu être chargée.",
  admin: "Admin",
  noService: eventText.noService,
  noGroup: "Aucun groupe",
  newAdminEmail: "Adresse e-mail du nouvel administrateur",
  addAdmin: "Ajouter un administrateur",
  addAdminFailed: "Impossible d'ajouter l'administrateur",
  removeRights: "Retirer les droits",
  confirmRemoval: "Confirmer le retrait",
  removeRightsFailed: "Impossible de retirer les droits",
  addPeople: "Ajouter des personnes",
  noAccount: "Sans compte",
  invited: "Invité",
  addressRefused: "Cette adresse refuse les mails.",
  invite: "Inviter",
  changeAddress: "Changer l'adresse",
  resetLink: "Lien de réinitialisation",
  resetLinkFailed: "Le lien n'a pas pu être préparé",
  resetLinkHint:
    "Remettez-le en mains propres, ou par un message. Il permet de choisir un nouveau mot de passe, une seule fois, pendant une heure. Il ne sera plus montré ici.",
  close: "Fermer",
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

/** « Lien de réinitialisation pour Camille Perrin », the name of a button and of what it opens. */
export function resetLinkFor(name: string): string {
  return `${usersText.resetLink} pour ${name}`;
}

/** « Changer l'adresse de Camille Perrin », the name of a button and of what it opens. */
export function changeAddressOf(name: string): string {
  return `${usersText.changeAddress} de ${name}`;
}

/** « Inviter Camille Perrin », the name of a button and of what it opens. */
export function invitePerson(name: string): string {
  return `${usersText.invite} ${name}`;
}

/** « Groupes : Louange du dimanche et Groupe de jeunes » */
export function groupsLine(names: readonly string[]): string {
  if (names.length === 0) return usersText.noGroup;
  return `${names.length === 1 ? "Groupe" : "Groupes"}\u00a0: ${frenchList(names)}`;
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

/** Words of inviting a person who has no account. */
export const invitationText = {
  hint: "L'invitation ouvre un formulaire déjà rempli. Elle est valable 30 jours, pour une personne.",
  mailsAreFiles: "Ce serveur n'envoie pas de mails\u00a0: copiez le lien, et remettez-le vous-même.",
  email: "Adresse e-mail",
  send: "Envoyer l'invitation",
  copy: "Copier le lien d'invitation",
  link: "Lien d'invitation",
  copied: "Lien copié",
  copyFailed: "Le lien n'a pas pu être copié. Il est sélectionné\u00a0: copiez-le vous-même.",
  failed: "L'invitation n'a pas pu être préparée",
  close: "Fermer",
} as const;

/** « L'invitation part à camille@example.org. » */
export function invitationSent(address: string): string {
  return `L'invitation part à ${address}.`;
}
