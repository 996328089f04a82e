/** Words of an event's page that the dashboard does not need. */
export const eventPageText = {
  comment: "Un mot (facultatif)",
  commentSaved: "Mot enregistré.",
  answersGoing: "Les réponses déjà données à ces dates partent avec elles.",
  duplicate: "Dupliquer",
  edit: "Modifier l'événement",
  saveComment: "Enregistrer le mot",
} as const;

/** What is deleted along with several events: `answers` answers. */
export function answersGoingWithAll(events: number, answers: number): string {
  const dates = `${events}\u00a0dates`;
  if (answers === 0) return `${dates}, sans aucune réponse.`;
  return `${dates}, avec ${answers === 1 ? "une réponse" : `${answers}\u00a0réponses`} de l'équipe.`;
}

/** « « Culte » et ses dates suivantes supprimés. » */
export function seriesDeleted(name: string): string {
  return `«\u00a0${name}\u00a0» et ses dates suivantes supprimés.`;
}
