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

/** Words of how often a person wants to play. */
export const wishText = {
  title: "Votre rythme",
  explanation: "Au-delà, on ne vous demandera de jouer qu'en dernier. Seuls les admins voient ce choix.",
  label: "Au plus … fois par mois",
  noLimit: "Sans limite",
  saved: "Votre rythme est enregistré",
  loadFailed: "Votre choix n'a pas pu être chargé.",
  failed: "Votre rythme n'a pas pu être enregistré",
} as const;

/** « 1 fois », « 12 fois » */
export function timesAMonth(most: number): string {
  return `${most}\u00a0fois`;
}

/** Words of where replies to one's requests go. */
export const repliesText = {
  title: "Réponses à mes demandes",
  explanation:
    "Les réponses au mail par lequel vous demandez à quelqu'un de venir vous arrivent. Cette personne voit alors votre adresse.",
  label: "Recevoir les réponses",
  saved: "Votre choix est enregistré",
  notLoaded: "Votre choix n'a pas pu être chargé",
  failed: "Votre choix n'a pas pu être enregistré",
} as const;
