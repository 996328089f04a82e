/** Words of buttons that several screens have. */
export const actionText = {
  back: "Retour",
  cancel: "Annuler",
  confirmDeletion: "Confirmer la suppression",
  delete: "Supprimer",
  retry: "Réessayer",
} as const;
