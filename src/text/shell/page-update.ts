/** A newer version of the page itself. */
export const pageUpdateText = {
  ready: "Une nouvelle version est prête",
  update: "Mettre à jour",
} as const;
