import { type Code, sentenceIn, type Sentences } from "./server-errors.ts";

/** The sentences of errors that reading and answering can meet. */
export const PLANNING_SENTENCES = {
  "event.not_found": "Événement non trouvé.",
  "group.not_found": "Ce groupe n'existe plus.",
  "planning.not_shared": "Le planning n'est pas encore partagé avec l'équipe.",
  "position.unknown": "Cette position n'existe pas dans l'historique du planning. Rechargez la page.",
  "user.not_found": "Ce compte n'existe plus.",
} as const satisfies Sentences;

/** The sentence of an error on the dashboard, which loads no sentences of forms. */
export function planningSentenceOf(code: Code): string {
  return sentenceIn(PLANNING_SENTENCES, code);
}
