import type { ClientErrorCode, ErrorCode } from "../../contract/errors.ts";

export type Code = ErrorCode | ClientErrorCode;

/** Sentences of some errors. A screen loads only the tables that it needs: together they are more than 8 kB of text. */
export type Sentences = Readonly<Partial<Record<Code, string>>>;

/** Why a call failed. */
export interface Failure {
  readonly code: Code;
  /** Seconds to wait before the next try, if known. */
  readonly retryAfter?: number | undefined;
  /** The request's id in the server's log, if the server sent it. */
  readonly reference?: string | undefined;
}

/** The sentences of errors that any call, and any typed text, can cause. */
export const SERVER_SENTENCES = {
  "account.deleted": "Ce compte n'existe plus.",
  "account.not_found": "User not found",
  "field.required": "Tous les champs sont obligatoires",
  "field.too_long": "Ce texte est trop long",
  "request.forbidden": "Cette action ne vous est pas permise.",
  "request.host_refused": "Ce n'est pas sous ce nom que ce site répond.",
  "request.invalid": "Certaines valeurs ne sont pas valides.",
  "request.not_found": "Cette adresse n'existe pas.",
  "request.origin_refused": "Cette demande vient d'un autre site et a été refusée.",
  "request.too_large": "Ces données sont trop volumineuses.",
  "request.too_many": "Trop d'essais. Réessayez dans quelques secondes.",
  "server.disk_full":
    "Le disque du serveur est plein\u00a0: rien n'a été enregistré. Prévenez la personne qui s'occupe du serveur.",
  "server.failure": "Un problème est survenu de notre côté. Réessayez dans un instant.",
  "server.unavailable": "Le service est momentanément indisponible. Réessayez dans un instant.",
  "server.unreachable": "Le serveur ne répond pas. Vérifiez votre connexion.",
  "session.not_found": "Cet appareil n'est plus connecté.",
  "session.other_person": "Une autre personne s'est connectée dans ce navigateur. Reconnectez-vous pour continuer.",
  "session.required": "Connectez-vous pour continuer.",
  "space.full": "Cet espace est plein\u00a0: rien n'a été ajouté. Prévenez la personne qui l'héberge.",
  "storage.full": "L'espace de stockage de ce navigateur est plein ou bloqué.",
  "text.illegible": "Ce texte contient des caractères invisibles ou un retour à la ligne\u00a0: retapez-le.",
} as const satisfies Sentences;

/** « Trop d'essais. Réessayez dans N secondes. »; `null` for other errors, and if the wait is not known. */
export function waitSentence({ code, retryAfter: seconds }: Failure): string | null {
  if (code !== "request.too_many" || seconds === undefined) return null;
  return `Trop d'essais. Réessayez dans ${seconds} seconde${seconds > 1 ? "s" : ""}.`;
}

/** The sentence of an error. An unknown code, such as one of a newer server, gets that of an unexpected error. */
export function sentenceIn(sentences: Sentences, code: Code): string {
  const serverSentences: Sentences = SERVER_SENTENCES;
  return sentences[code] ?? serverSentences[code] ?? SERVER_SENTENCES["server.failure"];
}

/** The sentence of a failed call, with its reference if the server failed unexpectedly. */
export function failureSentenceIn(sentences: Sentences, failure: Failure): string {
  const sentence = waitSentence(failure) ?? sentenceIn(sentences, failure.code);
  return failure.code === "server.failure" ? withReference(sentence, failure.reference) : sentence;
}

/** The sentences of errors about an account: signing in, registering, changing the password. */
export const ACCOUNT_SENTENCES = {
  "account.built_in": "Ce compte est commun à plusieurs personnes\u00a0: il se règle sur le serveur.",
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
  "service.not_offered": "Un de ces services n'est plus proposé\u00a0: revoyez votre choix.",
  "account.wrong_old_password": "L'ancien mot de passe est incorrect",
  "account.wrong_own_password": "Le mot de passe est incorrect",
  "account.wrong_password": "Mot de passe invalide",
} as const satisfies Sentences;

export const accountSentenceOf = (code: Code) => sentenceIn(ACCOUNT_SENTENCES, code);

/** Why a call about an account failed, in words. */
export const accountFailureSentence = (failure: Failure) => failureSentenceIn(ACCOUNT_SENTENCES, failure);

/**
 * The sentence of an unexpected error, and on a second line the request's id, with which the operator finds the error
 * in the server's log.
 */
export const withReference = (sentence: string, requestId: string | undefined) =>
  requestId === undefined ? sentence : `${sentence}\nRéférence\u00a0: ${requestId}`;
