/** The choice in the dialog of sharing, for every group. */
export const REMIND_WHEN_SHARED = "Rappeler par mail ceux qui n'ont pas répondu";

/** Words about a group's reminders. */
export const remindersText = {
  title: "Rappels",
  explanation:
    "À 18\u00a0h, chaque membre sans réponse reçoit un seul message pour tous ses événements, puis un second deux jours avant.",
  isOn: "Rappeler ceux qui n'ont pas répondu",
  daysBefore: "Combien de jours avant",
  replyAddress: "Adresse de réponse (facultatif)",
  replyAddressHint: "Qui répond à un message du groupe écrit à cette adresse.",
  saveAddress: "Enregistrer l'adresse",
  saved: "Enregistré",
  notSaved: "Les rappels n'ont pas pu être enregistrés",
  retry: "Réessayer",
  notLoaded: "Les rappels n'ont pas pu être chargés.",
} as const;
