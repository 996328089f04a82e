/** Words of what only admins look after. */
export const administrationText = {
  title: "Administration",
} as const;

/** Words of the team's invitation link. */
export const invitationText = {
  title: "Inviter",
  openHint: "Envoyez ce lien à votre équipe\u00a0: toute personne qui l'ouvre peut créer un compte.",
  invitedHint: "Envoyez ce lien à votre équipe\u00a0: lui seul permet de créer un compte.",
  ownMachineHint:
    "Cette adresse ne s'ouvre que sur cet ordinateur. Réglez BASE_URL sur le serveur pour inviter d'autres appareils.",
  link: "Lien d'invitation",
  copy: "Copier le lien",
  copied: "Lien copié",
  copyFailed: "Le lien n'a pas pu être copié. Il est sélectionné\u00a0: copiez-le vous-même.",
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
