/** How a device stands with the server of a shared planning. */
export const connectionText = {
  offline: "Hors ligne",
  upToDate: "À jour",
} as const;

/** « 1 réponse en attente », « 2 réponses en attente »: what was said here and has not reached the server */
export function unsentAnswers(count: number): string {
  return `${count} réponse${count > 1 ? "s" : ""} en attente`;
}

/** Words of signing out while something has not reached the server. */
export const signOutText = {
  question: "Se déconnecter maintenant\u00a0?",
  allSent: "Tout est envoyé maintenant.",
  stay: "Rester connecté",
  leaveAnyway: "Se déconnecter quand même",
} as const;

/** What happens to `count` unsent answers of somebody who signs out. */
export function unsentConsequence(count: number): string {
  return count > 1
    ? `${count} réponses n'ont pas encore été envoyées. Elles restent sur cet appareil, pour vous seul, et partiront à votre prochaine connexion ici.`
    : "1 réponse n'a pas encore été envoyée. Elle reste sur cet appareil, pour vous seul, et partira à votre prochaine connexion ici.";
}
