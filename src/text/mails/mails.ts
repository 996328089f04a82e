/** The content of a mail: paragraphs, one link on its own line, paragraphs. */
export interface MailContent {
  readonly subject: string;
  readonly opening: readonly string[];
  readonly link: { readonly label: string; readonly url: string };
  readonly closing: readonly string[];
}

const SIGNATURE = "Diapason · Le planning qui sonne juste";

/** Without the names that were typed: they could make us send any text to any address. */
export function invitationMail(url: string): MailContent {
  return {
    subject: "Votre équipe vous invite sur Diapason",
    opening: [
      "Bonjour,",
      "Votre équipe organise ses répétitions et ses concerts avec Diapason, et vous y attend. Créez votre compte en suivant ce lien\u00a0: le formulaire est déjà rempli.",
    ],
    link: { label: "Créer mon compte", url },
    closing: [
      "Ce lien est personnel, valable 30 jours, et ne sert qu'une fois.",
      "Si vous ne connaissez pas cette équipe, ignorez ce message\u00a0: aucun compte ne sera créé.",
      SIGNATURE,
    ],
  };
}

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
