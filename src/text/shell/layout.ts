/** Words around every screen. */
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

/** « Version 1.2.0 » */
export function versionLine(version: string): string {
  return `Version ${version}`;
}

export const APPEARANCE_WORDS = { system: "Système", light: "Clair", dark: "Sombre" } as const;

/** Shown when the page itself failed. Stored data is not affected. */
export const breakdownText = {
  title: "Cette page ne peut pas s'afficher",
  detail:
    "Ce que vous avez enregistré n'est pas perdu. Rechargez la page\u00a0; si cela recommence, prévenez la personne qui s'occupe de Diapason.",
  reload: "Recharger la page",
} as const;

const STORED_VALUES: Readonly<Record<string, string>> = {
  groups: "les groupes",
  events: "les événements",
  combinablePairs: "les rôles combinables",
  absences: "les absences",
  outbox: "des réponses à envoyer",
  currentUser: "votre connexion",
};

/** Stored values of this browser that could not be read; « les groupes et les événements ». */
export function setAsideSentences(keys: readonly string[]): { readonly title: string; readonly detail: string } {
  const names = keys.map((key) => STORED_VALUES[key] ?? key);
  return {
    title: `Des données de ce navigateur étaient illisibles\u00a0: ${names.join(" et ")}.`,
    detail: "Elles ont été mises de côté dans ce navigateur, sans être effacées. Ce qui pouvait être lu est affiché.",
  };
}
