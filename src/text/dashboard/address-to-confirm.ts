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
