/** A button or link of an event. The buttons `present` and `absent` are side by side, in their colours. */
export interface MailAction {
  readonly label: string;
  readonly url: string;
  readonly look: "present" | "absent" | "plain";
}

/** An event as it concerns one person for whom the recipient answers. */
export interface MailPerson extends Pick<MailEvent, "details" | "stake" | "actions"> {
  /** « Pour Léa Petit » */
  readonly label: string;
}

export interface MailEvent {
  readonly name: string;
  readonly when: string;
  readonly place: string;
  /** A sentence about what is missing if the recipient does not come. */
  readonly stake?: string;
  readonly details?: readonly string[];
  readonly actions?: readonly MailAction[];
  /** The same for people for whom the recipient answers. */
  readonly people?: readonly MailPerson[];
}

interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** The content of a mail, in the order in which it is shown. */
export interface MailContent {
  readonly subject: string;
  /** Shown after the subject in a list of mails, and not in the mail. */
  readonly preheader?: string;
  /** Paragraphs, including the greeting. */
  readonly opening: readonly string[];
  /** A person's own words, marked as theirs. */
  readonly quote?: { readonly from: string; readonly text: string };
  readonly events?: readonly MailEvent[];
  readonly link?: MailLink;
  readonly closing: readonly string[];
  /** Why the recipient gets this mail, and how to stop such mails. */
  readonly footer?: { readonly why: string; readonly links: readonly MailLink[] };
}

/** The last line of each mail. */
export const MAIL_SIGNATURE = "Diapason · Le planning qui sonne juste";

/** « Anna Roux : » before a person's own words. */
export function quoteSource(name: string): string {
  return `${name}\u00a0:`;
}

/** Contains no typed name: an attacker could use it to make us send any text to any address. */
export function invitationMail(url: string): MailContent {
  return {
    subject: "Votre équipe vous invite sur Diapason",
    opening: [
      "Bonjour,",
      "Votre équipe organise ses répétitions et ses concerts avec Diapason, et vous y attend. Créez votre compte en suivant ce lien\u00a0: le formulaire est déjà rempli.",
    ],
    link: { label: "Créer mon compte", url },
    closing: [
      "Ce lien est personnel, valable 30\u00a0jours, et ne sert qu'une fois.",
      "Si vous ne connaissez pas cette équipe, ignorez ce message\u00a0: aucun compte ne sera créé.",
    ],
  };
}

/**
 * Contains no name of the person: somebody who registers another person's address chooses the name, and could make us
 * send any text.
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
    ],
  };
}

/** Sent by `npm run mail-test`. */
export const TEST_MAIL: MailContent = {
  subject: "Essai des mails de Diapason",
  opening: ["Bonjour,", "Ce message montre que Diapason envoie bien ses mails."],
  closing: ["Vous n'avez rien à faire."],
};

/**
 * Without the person's name: somebody who registers another person's address chooses the name, and could make us send
 * any text.
 */
export function addressConfirmationMail(url: string): MailContent {
  return {
    subject: "Confirmez votre adresse",
    opening: [
      "Bonjour,",
      "Un compte Diapason a été créé avec votre adresse. Confirmez qu'elle est bien la vôtre en suivant ce lien\u00a0: les rappels et les nouvelles de votre équipe vous parviendront.",
    ],
    link: { label: "Confirmer mon adresse", url },
    closing: [
      "Ce lien est valable sept jours.",
      "Si vous n'avez pas créé de compte, ignorez ce message\u00a0: rien d'autre ne vous sera envoyé.",
    ],
  };
}
