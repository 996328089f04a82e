/** The state of the connection to the server of a shared planning. */
export const connectionText = {
  offline: "Hors ligne",
  upToDate: "À jour",
} as const;

/** « 1 réponse en attente », « 2 réponses en attente »: answers given here that have not reached the server */
export const unsentAnswers = (count: number) => `${count} réponse${count > 1 ? "s" : ""} en attente`;

export const signOutText = {
  question: "Se déconnecter maintenant\u00a0?",
  allSent: "Tout est envoyé maintenant.",
  stay: "Rester connecté",
  leaveAnyway: "Se déconnecter quand même",
} as const;

/** What happens to `count` unsent answers when the user signs out. */
export const unsentConsequence = (count: number) =>
  count > 1
    ? `${count} réponses n'ont pas encore été envoyées. Elles restent sur cet appareil, pour vous seul, et partiront à votre prochaine connexion ici.`
    : "1 réponse n'a pas encore été envoyée. Elle reste sur cet appareil, pour vous seul, et partira à votre prochaine connexion ici.";
