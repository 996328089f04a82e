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
