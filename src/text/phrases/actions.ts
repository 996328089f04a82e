export const actionText = {
  back: "Retour",
  cancel: "Annuler",
  confirmDeletion: "Confirmer la suppression",
  delete: "Supprimer",
  personNotChosen: "Choisissez d'abord une personne",
  retry: "Réessayer",
} as const;

/** Parts of a shared planning that could not be loaded. Each is retried automatically, or when the user asks. */
export const loadFailureText = {
  event: "Cet événement n'a pas pu être chargé.",
  group: "Les membres du groupe n'ont pas pu être chargés.",
  groups: "Les groupes n'ont pas pu être chargés. Ils s'afficheront dès que la connexion reviendra.",
  month: "Les événements de ce mois n'ont pas pu être chargés.",
  upcoming: "Les prochains événements n'ont pas pu être chargés.",
  retry: "Réessayer",
} as const;
