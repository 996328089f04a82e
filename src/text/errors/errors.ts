import type { ClientErrorCode, ErrorCode } from "../../contract/errors.ts";
import { ABSENCE_SENTENCES } from "./absence-errors.ts";
import { PEOPLE_MAX } from "../../domain/people/people.ts";
import { type Failure, PLANNING_SENTENCES, waitSentence } from "./planning-errors.ts";

/** The sentence of each error: what is wrong, or what to do next. */
const SENTENCES: Readonly<Record<ErrorCode | ClientErrorCode, string>> = {
  ...PLANNING_SENTENCES,
  ...ABSENCE_SENTENCES,
  "account.built_in": "Ce compte est celui de l'administrateur par défaut\u00a0: il se règle sur le serveur.",
  "account.email_invalid": "Adresse e-mail non valide",
  "account.email_invited":
    "Une invitation a été préparée pour cette adresse e-mail\u00a0: ouvrez-la, ou demandez-la à votre équipe.",
  "account.email_taken": "Un compte existe déjà avec cette adresse e-mail.",
  "account.email_unknown": "Adresse e-mail non trouvée.",
  "account.last_admin":
    "Vous êtes le seul administrateur\u00a0: donnez d'abord ces droits à quelqu'un, dans «\u00a0Gérer les utilisateurs\u00a0».",
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
  "invitation.invalid":
    "Ce lien d'invitation n'est plus valable, ou il a été fait pour une autre adresse e-mail. Demandez le nouveau lien à votre équipe.",
  "invitation.not_needed": "Les inscriptions sont ouvertes\u00a0: aucun lien n'est à renouveler.",
  "people.too_many": `Ajoutez ${PEOPLE_MAX} personnes au plus à la fois.`,
  "planning.already_shared": "Le planning est déjà partagé avec l'équipe.",
  "planning.too_large":
    "Ce planning est trop volumineux\u00a0: 5\u00a0000 événements, 5\u00a0000 réponses par événement et 16\u00a0Mo au plus.",
  "registration.closed": "Demandez le lien d'invitation de votre équipe pour créer un compte.",
  "request.address_too_long": "Cette adresse est trop longue.",
  "request.malformed": "La demande est illisible.",
  "request.method_refused": "Cette adresse ne permet pas cette action.",
  "request.type_refused": "La demande doit être au format JSON.",
  "reset.by_mail":
    "Le serveur envoie des mails\u00a0: la personne demande elle-même son lien par «\u00a0Mot de passe oublié\u00a0?\u00a0».",
  "reset.link_invalid": "Ce lien n'est plus valable. Demandez-en un nouveau.",
  "reset.of_admin":
    "Un lien ne se prépare pas pour un administrateur\u00a0: retirez-lui d'abord ses droits, vous les lui rendrez ensuite.",
  "user.has_account": "Cette personne a déjà un compte.",
  "user.last_admin": "Le dernier administrateur ne peut pas être supprimé.",
  "user.no_account": "Cette personne n'a pas encore de compte\u00a0: invitez-la d'abord.",
  "user.self_deletion": "Vous ne pouvez pas supprimer votre propre compte.",
  "window.too_long": "Choisissez une période de 400 jours au plus.",
};

export function sentenceOf(code: ErrorCode | ClientErrorCode): string {
  return SENTENCES[code];
}

/** Why a call failed, in words. */
export function failureSentence(failure: Failure): string {
  return waitSentence(failure) ?? sentenceOf(failure.code);
}
