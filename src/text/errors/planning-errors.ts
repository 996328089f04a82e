import { GROUPS_MAX } from "../../domain/planning/planning.ts";
import type { ClientErrorCode, ErrorCode } from "../../contract/errors.ts";

/**
 * The sentences of errors that a planning can meet: a refused change, at once or later, or data that cannot be loaded.
 */
export const PLANNING_SENTENCES = {
  "account.deleted": "Ce compte n'existe plus.",
  "account.not_found": "User not found",
  "event.date_invalid": "Format de date invalide",
  "event.date_past": "La date doit être aujourd'hui ou plus tard",
  "event.end_before_start": "La fin précède le début",
  "event.exists": "Cet événement existe déjà.",
  "event.group_deleted": "Son groupe est supprimé\u00a0: restaurez d'abord le groupe.",
  "event.not_found": "Événement non trouvé.",
  "event.time_invalid": "Choisissez une heure dans la liste",
  "field.required": "Tous les champs sont obligatoires",
  "field.too_long": "Ce texte est trop long",
  "group.exists": "Ce groupe existe déjà.",
  "group.name_blank": "Le nom du groupe ne peut pas être vide",
  "group.not_found": "Ce groupe n'existe plus.",
  "group.too_many": `Un planning compte ${GROUPS_MAX} groupes au plus\u00a0: supprimez-en un d'abord.`,
  "planning.not_shared": "Le planning n'est pas encore partagé avec l'équipe.",
  "position.unknown": "Cette position n'existe pas dans l'historique du planning. Rechargez la page.",
  "request.forbidden": "Cette action est réservée aux administrateurs.",
  "request.host_refused": "Ce n'est pas sous ce nom que ce site répond.",
  "request.invalid": "Certaines valeurs ne sont pas valides.",
  "request.not_found": "Cette adresse n'existe pas.",
  "request.origin_refused": "Cette demande vient d'un autre site et a été refusée.",
  "request.too_large": "Ces données sont trop volumineuses.",
  "request.too_many": "Trop d'essais. Réessayez dans quelques secondes.",
  "series.too_long": "Un an au plus",
  "series.until_before_date": "La date de fin précède la première date",
  "server.disk_full":
    "Le disque du serveur est plein\u00a0: rien n'a été enregistré. Prévenez la personne qui s'occupe du serveur.",
  "server.failure": "Un problème est survenu de notre côté. Réessayez dans un instant.",
  "server.unavailable": "Le service est momentanément indisponible. Réessayez dans un instant.",
  "server.unreachable": "Le serveur ne répond pas. Vérifiez votre connexion.",
  "session.not_found": "Cet appareil n'est plus connecté.",
  "session.other_person": "Une autre personne s'est connectée dans ce navigateur. Reconnectez-vous pour continuer.",
  "session.required": "Connectez-vous pour continuer.",
  "text.illegible": "Ce texte contient des caractères invisibles ou un retour à la ligne\u00a0: retapez-le.",
  "storage.full": "L'espace de stockage de ce navigateur est plein ou bloqué.",
  "user.not_found": "Ce compte n'existe plus.",
} as const satisfies Partial<Record<ErrorCode | ClientErrorCode, string>>;

/**
 * The sentence of an error of the planning. The dashboard loads only these, without those of forms. Any other code
 * would be a bug, and gets the sentence of an unexpected error.
 */
export function planningSentenceOf(code: ErrorCode | ClientErrorCode): string {
  const sentences: Partial<Record<ErrorCode | ClientErrorCode, string>> = PLANNING_SENTENCES;
  return sentences[code] ?? PLANNING_SENTENCES["server.failure"];
}

export interface Failure {
  readonly code: ErrorCode | ClientErrorCode;
  /** Seconds to wait before the next try, where they are known. */
  readonly retryAfter?: number | undefined;
}

/** « Trop d'essais. Réessayez dans N secondes. », for that error with a known wait; otherwise `null`. */
export function waitSentence({ code, retryAfter: seconds }: Failure): string | null {
  if (code !== "request.too_many" || seconds === undefined) return null;
  return `Trop d'essais. Réessayez dans ${seconds} seconde${seconds > 1 ? "s" : ""}.`;
}

/** Why a call about the planning failed, in words. */
export function planningFailureSentence(failure: Failure): string {
  return waitSentence(failure) ?? planningSentenceOf(failure.code);
}
