import { type Code, type Failure, failureSentenceIn, sentenceIn, type Sentences } from "./server-errors.ts";

/** The sentences of errors about an account: signing in, registering, the own password. */
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

export function accountSentenceOf(code: Code): string {
  return sentenceIn(ACCOUNT_SENTENCES, code);
}

/** Why a call about an account failed, in words. */
export function accountFailureSentence(failure: Failure): string {
  return failureSentenceIn(ACCOUNT_SENTENCES, failure);
}
