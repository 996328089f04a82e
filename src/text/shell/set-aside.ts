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
