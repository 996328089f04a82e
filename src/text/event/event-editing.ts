export const eventEditingText = {
  answers: "Réponses déjà données",
  failed: "Échec de la modification de l'événement",
  following: "Cette date et les suivantes",
  keep: "Les garder",
  one: "Cette date seulement",
  reset: "Les redemander",
  save: "Enregistrer les modifications",
  scope: "Appliquer à",
  title: "Modifier l'événement",
} as const;

/** « « Culte » modifié. » */
export function eventEdited(name: string): string {
  return `«\u00a0${name}\u00a0» modifié.`;
}
