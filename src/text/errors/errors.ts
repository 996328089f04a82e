import { ENTRUSTED_MAX, GUARDIANS_MAX, PEOPLE_MAX } from "../../domain/people/people.ts";
import { OWN_SERVICES_MAX, SERVICE_NAME_MAX } from "../../domain/people/services.ts";
import { CHANGE_SENTENCES } from "./planning-errors.ts";
import {
  ACCOUNT_SENTENCES,
  type Code,
  type Failure,
  failureSentenceIn,
  sentenceIn,
  SERVER_SENTENCES,
} from "./server-errors.ts";

/** The sentence of each error: what is wrong, or what to do next. */
const SENTENCES: Readonly<Record<Code, string>> = {
  ...SERVER_SENTENCES,
  ...CHANGE_SENTENCES,
  ...ACCOUNT_SENTENCES,
  "admin.already": "Ce compte est déjà administrateur.",
  "admin.email_required": "L'adresse e-mail est requise",
  "admin.email_unknown": "Aucun compte n'existe avec cette adresse e-mail.",
  "admin.last": "Le dernier administrateur ne peut pas perdre ses droits.",
  "admin.self": "Vous ne pouvez pas retirer vos propres droits.",
  "device.not_found": "Cet appareil ne reçoit plus de notifications.",
  "answer_link.over": "Cet événement est passé\u00a0: sa réponse ne se change plus.",
  "answer_link.void": "Ce lien n'est plus valable.",
  "asking.answered": "Cette personne a déjà répondu.",
  "asking.not_member": "Cette personne n'est pas membre du groupe.",
  "asking.past": "Cet événement a déjà commencé\u00a0: personne n'est plus à demander.",
  "replacement.asked": "Quelqu'un d'autre demande déjà à cette personne de prendre sa place. Choisissez-en une autre.",
  "replacement.not_needed": "Votre place n'est plus à reprendre\u00a0: relisez la formation.",
  "replacement.unfit": "Cette personne ne peut plus prendre votre place. Choisissez-en une autre.",
  "confirmation.link_invalid": "Ce lien n'est plus valable.",
  "entrusted.too_many": `${ENTRUSTED_MAX}\u00a0personnes lui sont déjà confiées\u00a0: choisissez quelqu'un d'autre.`,
  "event.too_many": "Un planning se partage avec 2\u00a0000 événements au plus.",
  "guardians.too_many": `${GUARDIANS_MAX}\u00a0personnes répondent déjà pour elle\u00a0: retirez-en une d'abord.`,
  "invitation.invalid":
    "Ce lien d'invitation n'est plus valable, ou il a été fait pour une autre adresse e-mail. Demandez le nouveau lien à votre équipe.",
  "invitation.not_needed": "Les inscriptions sont ouvertes\u00a0: aucun lien n'est à renouveler.",
  "metrics.token_invalid": "Cette adresse demande le jeton qui est dans METRICS_TOKEN.",
  "passkey.invalid": "La clé d'accès n'a pas pu être vérifiée. Recommencez.",
  "passkey.not_found": "Cette clé d'accès n'existe plus.",
  "passkey.refused": "Cette clé d'accès n'est pas reconnue. Connectez-vous avec votre mot de passe.",
  "passkey.too_many": "20 clés d'accès au plus\u00a0: retirez-en d'abord une.",
  "people.too_many": `Ajoutez ${PEOPLE_MAX} personnes au plus à la fois.`,
  "planning.already_shared": "Le planning est déjà partagé avec l'équipe.",
  "planning.too_large":
    "Ce planning est trop volumineux\u00a0: 5\u00a0000 réponses par événement et 5\u00a0Mo au plus.",
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
  "service.built_in": "Ce service fait partie de tous les plannings\u00a0: il peut seulement être masqué.",
  "service.exists": "Ce service existe déjà",
  "service.in_use": "Ce service est encore utilisé\u00a0: masquez-le plutôt.",
  "service.name_blank": "Le nom du service ne peut pas être vide",
  "service.name_too_long": `${SERVICE_NAME_MAX}\u00a0caractères au plus`,
  "service.not_found": "Ce service n'existe plus.",
  "service.too_many": `${OWN_SERVICES_MAX}\u00a0services au plus`,
  "unsubscribe.link_invalid": "Ce lien n'est plus valable.",
  "user.has_account": "Cette personne a déjà un compte.",
  "user.last_admin": "Le dernier administrateur ne peut pas être supprimé.",
  "user.no_account": "Cette personne n'a pas encore de compte\u00a0: invitez-la d'abord.",
  "user.self_deletion": "Vous ne pouvez pas supprimer votre propre compte.",
  "window.too_long": "Choisissez une période de 400 jours au plus.",
};

export const sentenceOf = (code: Code) => sentenceIn(SENTENCES, code);

/** Why a call failed, in words. */
export const failureSentence = (failure: Failure) => failureSentenceIn(SENTENCES, failure);
