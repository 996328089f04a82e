/** What is said at the address of a space that nobody can open. */
export const SPACE_PAGES = {
  unknown: "Cet espace n'existe pas.",
  suspended: "Cet espace est suspendu.",
  failed: "Cet espace est momentanément indisponible. Réessayez dans quelques minutes.",
} as const;

export const TO_FRONT_DOOR = "Aller à la page d'accueil";
