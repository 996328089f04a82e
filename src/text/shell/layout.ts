/** Words of the header, menu and frame of every screen. */
export const layoutText = {
  product: "Diapason",
  slogan: "Le planning qui sonne juste",
  skipToContent: "Aller au contenu",
  home: "Diapason, accueil",
  close: "Fermer",
  userMenu: "Menu utilisateur",
  changeGroup: "Changer de groupe",
  appearance: "Apparence",
  signOut: "Se déconnecter",
  retry: "Réessayer",
  dismiss: "J'ai compris",
  loading: "Chargement…",
} as const;

export const versionLine = (version: string) => `Version ${version}`;

export const APPEARANCE_WORDS = { system: "Système", light: "Clair", dark: "Sombre" } as const;

/** Shown when the page itself failed. Stored data is not affected. */
export const breakdownText = {
  title: "Cette page ne peut pas s'afficher",
  detail:
    "Ce que vous avez enregistré n'est pas perdu. Rechargez la page\u00a0; si cela recommence, prévenez la personne qui s'occupe de Diapason.",
  reload: "Recharger la page",
} as const;
