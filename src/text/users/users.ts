import { eventText } from "../event/event.ts";
import { frenchList } from "../phrases/role-phrases.ts";

/** Words of the page `/users`, the list of everybody with an admin's actions. */
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

export const nobodyFound = (query: string) => `Personne ne correspond à «\u00a0${query}\u00a0».`;
export const deleteUser = (name: string) => `Supprimer ${name}`;
export const resetLinkFor = (name: string) => `${usersText.resetLink} pour ${name}`;
export const changeAddressOf = (name: string) => `${usersText.changeAddress} de ${name}`;
export const invitePerson = (name: string) => `${usersText.invite} ${name}`;

/** « Groupes : Louange du dimanche et Groupe de jeunes » */
export function groupsLine(names: readonly string[]): string {
  if (names.length === 0) return usersText.noGroup;
  return `${names.length === 1 ? "Groupe" : "Groupes"}\u00a0: ${frenchList(names)}`;
}

export const userDeleted = (name: string) => `Le compte de ${name} est supprimé.`;

/** « Droits d'administration donnés à Hélène Brunet (Lead, Piano). » */
export function adminAdded(name: string, services: readonly string[]): string {
  const held = services.length > 0 ? ` (${services.join(", ")})` : "";
  return `Droits d'administration donnés à ${name}${held}.`;
}

export const adminRemoved = (name: string) => `${name} n'a plus les droits d'administration.`;

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
} as const;

export const invitationSent = (address: string) => `L'invitation part à ${address}.`;
