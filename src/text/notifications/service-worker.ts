/** What notifications say after an answer was given in one. */
export const serviceWorkerText = {
  noted: { present: "C'est noté\u00a0: présent.", absent: "C'est noté\u00a0: absent." },
  failed: "Votre réponse n'a pas pu être enregistrée. Touchez pour réessayer.",
  void: "Cette réponse n'est plus attendue. Touchez pour voir l'événement.",
  moved: "L'événement a été déplacé. Touchez pour répondre pour la nouvelle date.",
  /** Where a message could not be read. */
  unread: { title: "Diapason", body: "Du nouveau dans votre planning." },
} as const;
