/** Words of the user's own profile. */
export const profileText = {
  title: "Modifier le profil",
  save: "Enregistrer",
} as const;

/** What the specification's error catalogue (§8) says of a profile. */
export const profileOutcome = {
  saved: "Profil mis à jour avec succès",
  saveFailed: "Échec de la mise à jour du profil",
} as const;
