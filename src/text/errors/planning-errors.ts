import { PLACES_MAX } from "../../domain/line-up/band-roles.ts";
import { GROUPS_MAX } from "../../domain/planning/planning.ts";
import { PROGRAMME_MAX } from "../../domain/programme/programme.ts";
import { type Code, type Failure, failureSentenceIn, sentenceIn, type Sentences } from "./server-errors.ts";

/** The sentences of errors that can occur when a planning is read or an event answered. */
const PLANNING_SENTENCES = {
  "event.not_found": "Événement non trouvé.",
  "group.not_found": "Ce groupe n'existe plus.",
  "planning.not_shared": "Le planning n'est pas encore partagé avec l'équipe.",
  "position.unknown": "Cette position n'existe pas dans l'historique du planning. Rechargez la page.",
  "user.not_found": "Ce compte n'existe plus.",
} as const satisfies Sentences;

/** For the dashboard, which does not load the sentences of forms. */
export const planningSentenceOf = (code: Code) => sentenceIn(PLANNING_SENTENCES, code);

/** The sentences of errors that a change of the planning can cause, at once or later. */
export const CHANGE_SENTENCES = {
  ...PLANNING_SENTENCES,
  "absence.ends_before_start": "La date de fin précède la date de début",
  "absence.exists": "Cette absence existe déjà.",
  "absence.not_found": "Cette absence n'existe plus.",
  "absence.past": "Cette absence est déjà passée",
  "absence.too_long": "Un an au plus",
  "absence.too_many": "Cela fait trop d'absences à venir\u00a0: retirez-en une d'abord.",
  "event.date_invalid": "Format de date invalide",
  "event.date_past": "La date doit être aujourd'hui ou plus tard",
  "event.end_before_start": "La fin précède le début",
  "event.end_too_late": "Le lendemain, la fin est à 05:30 au plus tard",
  "event.exists": "Cet événement existe déjà.",
  "event.group_deleted": "Son groupe est supprimé\u00a0: restaurez d'abord le groupe.",
  "event.time_invalid": "Choisissez une heure dans la liste",
  "group.exists": "Ce groupe existe déjà.",
  "group.name_blank": "Le nom du groupe ne peut pas être vide",
  "group.too_many": `Un planning compte ${GROUPS_MAX} groupes au plus\u00a0: supprimez-en un d'abord.`,
  "leader.not_member": "Cette personne ne fait pas partie du groupe\u00a0: ajoutez-la d'abord.",
  "line_up.changed":
    "La formation ou les réponses ont changé entre-temps\u00a0: regardez la nouvelle réparation, puis appliquez-la.",
  "line_up.invalid":
    "Cette formation ne tient pas\u00a0: donnez chaque rôle à une personne qui l'exerce, et deux au plus si le groupe les combine.",
  "places.too_many": `${PLACES_MAX} places au plus`,
  "programme.changed": "Le programme a changé entre-temps\u00a0: votre texte est gardé sur la page de l'événement.",
  "programme.link_invalid": "Le lien doit commencer par https://",
  "programme.title_blank": "Le titre ne peut pas être vide",
  "programme.too_long": `${PROGRAMME_MAX} titres au plus`,
  "series.too_long": "Un an au plus",
  "series.until_before_date": "La date de fin précède la première date",
} as const satisfies Sentences;

/** Why a change failed, in words. */
export const changeFailureSentence = (failure: Failure) => failureSentenceIn(CHANGE_SENTENCES, failure);
