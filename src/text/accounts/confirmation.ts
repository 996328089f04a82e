export const confirmationText = {
  title: "Confirmation de l'adresse",
  alreadyConfirmed: "Ce lien a fait son temps, et votre adresse est déjà confirmée\u00a0: vous n'avez rien à faire.",
  resendHint: "Faites-vous renvoyer le message\u00a0: son lien confirmera votre adresse.",
  signInHint: "Connectez-vous\u00a0: si votre adresse reste à confirmer, vous pourrez vous faire renvoyer le message.",
  resend: "Renvoyer le message",
  sent: "Message envoyé.",
  home: "Ouvrir le planning",
} as const;

export const CONFIRMED_TEXT = {
  confirmed: {
    title: "Adresse confirmée",
    whatFollows: "Les rappels et les nouvelles de votre équipe vous parviendront à cette adresse.",
  },
  changed: {
    title: "Adresse e-mail changée",
    whatFollows: "C'est avec elle que vous vous connectez désormais, et les messages de votre équipe y arrivent.",
  },
  returned: {
    title: "Adresse e-mail rétablie",
    whatFollows:
      "Votre compte a retrouvé son ancienne adresse, et tous ses appareils sont déconnectés. Choisissez maintenant un nouveau mot de passe, par «\u00a0Mot de passe oublié\u00a0?\u00a0».",
  },
} as const;

/** Words for a user whose address is not confirmed. */
export const addressText = {
  title: "Adresse à confirmer",
  resend: "Renvoyer le message",
  sent: "Message envoyé.",
} as const;

/** @param isShared whether the planning is shared: only then are there reminders */
export function openTheMessage(address: string, isShared: boolean): string {
  const wish = `Ouvrez le message envoyé à ${address}`;
  return isShared ? `${wish}, et les rappels vous parviendront.` : `${wish} pour confirmer que c'est la vôtre.`;
}
