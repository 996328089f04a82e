/** Words of the page that a confirmation mail's link opens. */
export const confirmationText = {
  title: "Confirmation de l'adresse",
  confirmed: "Adresse confirmée",
  whatFollows: "Les rappels et les nouvelles de votre équipe vous parviendront à cette adresse.",
  alreadyConfirmed: "Ce lien a fait son temps, et votre adresse est déjà confirmée\u00a0: vous n'avez rien à faire.",
  resendHint: "Faites-vous renvoyer le message\u00a0: son lien confirmera votre adresse.",
  signInHint: "Connectez-vous\u00a0: si votre adresse reste à confirmer, vous pourrez vous faire renvoyer le message.",
  resend: "Renvoyer le message",
  sent: "Message envoyé.",
  home: "Ouvrir le planning",
} as const;

/** Words for a user whose address is not confirmed. */
export const addressText = {
  title: "Adresse à confirmer",
  resend: "Renvoyer le message",
  sent: "Message envoyé.",
} as const;

/** @param isShared whether the planning is the team's: only then there are reminders */
export function openTheMessage(address: string, isShared: boolean): string {
  const wish = `Ouvrez le message envoyé à ${address}`;
  return isShared ? `${wish}, et les rappels vous parviendront.` : `${wish} pour confirmer que c'est la vôtre.`;
}
