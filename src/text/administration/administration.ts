/** Words of the administration screen. */
export const administrationText = {
  title: "Administration",
} as const;

/** Words for a server without a mail server. */
export const mailText = {
  title: "Les mails n'arrivent à personne",
  hint: "MAIL_URL n'est pas réglé sur le serveur\u00a0: chaque mail y devient un fichier. Qui a oublié son mot de passe reçoit de vous un lien de réinitialisation.",
} as const;

/** Words of the team's invitation link. */
export const invitationText = {
  title: "Inviter",
  openHint: "Envoyez ce lien à votre équipe\u00a0: toute personne qui l'ouvre peut créer un compte.",
  invitedHint: "Envoyez ce lien à votre équipe\u00a0: lui seul permet de créer un compte.",
  ownMachineHint:
    "Cette adresse ne s'ouvre que sur cet ordinateur. Réglez BASE_URL sur le serveur pour inviter d'autres appareils.",
  link: "Lien d'invitation",
  qrCode: "QR code du lien d'invitation",
  qrCodeHint: "À montrer sur place\u00a0: l'appareil photo d'un téléphone ouvre le lien.",
  renew: "Renouveler le lien",
  renewHint: "Si le lien est tombé entre d'autres mains\u00a0: l'ancien cessera aussitôt de fonctionner.",
  confirmRenewal: "Confirmer le renouvellement",
  renewed: "Le nouveau lien est prêt, l'ancien ne fonctionne plus.",
  renewFailed: "Le lien n'a pas pu être renouvelé",
  loadFailed: "Le lien d'invitation n'a pas pu être chargé.",
} as const;

/** « Lien créé le 12 novembre 2026. » */
export function invitedSince(date: string): string {
  return `Lien créé le ${date}.`;
}
