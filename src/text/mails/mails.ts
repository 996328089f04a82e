/** The content of a mail: paragraphs, one link on its own line, paragraphs. */
export interface MailContent {
  readonly subject: string;
  readonly opening: readonly string[];
  readonly link: { readonly label: string; readonly url: string };
  readonly closing: readonly string[];
}

const SIGNATURE = "Diapason · Le planning qui sonne juste";

/**
 * Without the person's name: somebody who registers another person's address chooses the name, and could make us send
 * any text.
 */
export function passwordResetMail(url: string): MailContent {
  return {
    subject: "Réinitialisation de votre mot de passe Diapason",
    opening: [
      "Bonjour,",
      "Vous avez demandé un nouveau mot de passe pour votre compte Diapason. Choisissez-le en suivant ce lien\u00a0:",
    ],
    link: { label: "Choisir un nouveau mot de passe", url },
    closing: [
      "Ce lien est valable une heure et ne sert qu'une fois.",
      "Si vous n'avez rien demandé, ignorez ce message\u00a0: votre mot de passe reste le même.",
      SIGNATURE,
    ],
  };
}
