/** Words of a link to copy and send. */
export const linkText = {
  copy: "Copier le lien",
  copied: "Lien copié",
  copyFailed: "Le lien n'a pas pu être copié. Il est sélectionné\u00a0: copiez-le vous-même.",
} as const;
