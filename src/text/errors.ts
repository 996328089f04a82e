import type { ClientErrorCode, ErrorCode } from "../contract/errors.ts";

/** The sentence of each error: what is wrong, or what to do next. */
const SENTENCES: Readonly<Record<ErrorCode | ClientErrorCode, string>> = {
  "account.built_in": "Ce compte est celui de l'administrateur par défaut\u00a0: il se règle sur le serveur.",
  "account.deleted": "Ce compte n'existe plus.",
  "account.email_invalid": "Adresse e-mail non valide",
  "account.email_taken": "Un compte existe déjà avec cette adresse e-mail.",
  "account.email_unknown": "Adresse e-mail non trouvée.",
  "account.last_admin":
    "Vous êtes le seul administrateur\u00a0: donnez d'abord ces droits à quelqu'un, dans «\u00a0Gérer les utilisateurs\u00a0».",
  "account.not_found": "User not found",
  "account.password_mismatch": "Les mots de passe ne correspondent pas",
  "account.password_too_short": "Le mot de passe doit contenir au moins 6 caractères",
  "account.services_incompatible": "Une seule guitare à la fois, et chaque service une seule fois",
  "account.services_required": "Veuillez sélectionner au moins une position",
  "account.wrong_old_password": "L'ancien mot de passe est incorrect",
  "account.wrong_own_password": "Le mot de passe est incorrect",
  "account.wrong_password": "Mot de passe invalide",
  "admin.already": "Ce compte est déjà administrateur.",
  "admin.email_required": "L'adresse e-mail est requise",
  "admin.email_unknown": "Aucun compte n'existe avec cette adresse e-mail.",
  "admin.last": "Le dernier administrateur ne peut pas perdre ses droits.",
  "admin.self": "Vous ne pouvez pas retirer vos propres droits.",
  "event.date_invalid": "Format de date invalide",
  "event.date_past": "La date doit être aujourd'hui ou plus tard",
  "event.exists": "Cet événement existe déjà.",
  "event.group_deleted": "Son groupe est supprimé\u00a0: restaurez d'abord le groupe.",
  "event.not_found": "Événement non trouvé.",
  "event.time_invalid": "Choisissez une heure dans la liste",
  "field.required": "Tous les champs sont obligatoires",
  "field.too_long": "Ce texte est trop long",
  "group.exists": "Ce groupe existe déjà.",
  "group.name_blank": "Le nom du groupe ne peut pas être vide",
  "group.not_found": "Ce groupe n'existe plus.",
  "invitation.invalid":
    "Ce lien d'invitation n'est plus valable, ou il a été fait pour une autre adresse e-mail. Demandez le nouveau lien à votre équipe.",
  "invitation.not_needed": "Les inscriptions sont ouvertes\u00a0: aucun lien n'est à renouveler.",
  "planning.already_shared": "Le planning est déjà partagé avec l'équipe.",
  "planning.not_shared": "Le planning n'est pas encore partagé avec l'équipe.",
  "planning.too_large": "Ce planning est trop volumineux\u00a0: 5\u00a0000 événements et 16\u00a0Mo au plus.",
  "position.unknown": "Cette position n'existe pas dans l'historique du planning. Rechargez la page.",
  "registration.closed": "Demandez le lien d'invitation de votre équipe pour créer un compte.",
  "request.address_too_long": "Cette adresse est trop longue.",
  "request.forbidden": "Cette action est réservée aux administrateurs.",
  "request.host_refused": "Ce n'est pas sous ce nom que ce site répond.",
  "request.invalid": "Certaines valeurs ne sont pas valides.",
  "request.malformed": "La demande est illisible.",
  "request.method_refused": "Cette adresse ne permet pas cette action.",
  "request.not_found": "Cette adresse n'existe pas.",
  "request.origin_refused": "Cette demande vient d'un autre site et a été refusée.",
  "request.too_large": "Ces données sont trop volumineuses.",
  "request.too_many": "Trop d'essais. Réessayez dans quelques secondes.",
  "request.type_refused": "La demande doit être au format JSON.",
  "reset.link_invalid": "Ce lien n'est plus valable. Demandez-en un nouveau.",
  "server.disk_full":
    "Le disque du serveur est plein\u00a0: rien n'a été enregistré. Prévenez la personne qui s'occupe du serveur.",
  "server.failure": "Un problème est survenu de notre côté. Réessayez dans un instant.",
  "server.unavailable": "Le service est momentanément indisponible. Réessayez dans un instant.",
  "server.unreachable": "Le serveur ne répond pas. Vérifiez votre connexion.",
  "session.not_found": "Cet appareil n'est plus connecté.",
  "session.other_person": "Une autre personne s'est connectée dans ce navigateur. Reconnectez-vous pour continuer.",
  "session.required": "Connectez-vous pour continuer.",
  "storage.full": "L'espace de stockage de ce navigateur est plein ou bloqué.",
  "user.last_admin": "Le dernier administrateur ne peut pas être supprimé.",
  "user.not_found": "Ce compte n'existe plus.",
  "user.self_deletion": "Vous ne pouvez pas supprimer votre propre compte.",
  "window.too_long": "Choisissez une période de 400 jours au plus.",
};

export function sentenceOf(code: ErrorCode | ClientErrorCode): string {
  return SENTENCES[code];
}

/** « Trop d'essais. Réessayez dans N secondes. » */
export function tooManyTries(seconds: number): string {
  return `Trop d'essais. Réessayez dans ${seconds} seconde${seconds > 1 ? "s" : ""}.`;
}

interface Failure {
  readonly code: ErrorCode | ClientErrorCode;
  /** Seconds to wait before the next try, where they are known. */
  readonly retryAfter?: number | undefined;
}

/** Why a call failed, in words. */
export function failureSentence({ code, retryAfter }: Failure): string {
  return code === "request.too_many" && retryAfter !== undefined ? tooManyTries(retryAfter) : sentenceOf(code);
}
