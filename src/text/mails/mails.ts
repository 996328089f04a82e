/** A button or link of an event. The buttons `present` and `absent` are side by side, in their colours. */
export interface MailAction {
  readonly label: string;
  readonly url: string;
  readonly look: "present" | "absent" | "plain";
}

/** The part of an event's entry for one person for whom the recipient answers. */
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
  /** People for whom the recipient answers. */
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

export const quoteSource = (name: string) => `${name}\u00a0:`;

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
 * Contains no name: somebody who registers another person's address chooses the name, and could make us send any text.
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

/** Contains no name, for the same reason as `passwordResetMail`. */
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

/** Contains no name, for the same reason as `passwordResetMail`. */
export function addressChangeMail(url: string): MailContent {
  return {
    subject: "Confirmez votre nouvelle adresse e-mail",
    opening: [
      "Bonjour,",
      "Cette adresse doit devenir celle d'un compte Diapason. Confirmez-la en suivant ce lien\u00a0: jusque-là, rien ne change.",
    ],
    link: { label: "Confirmer ma nouvelle adresse", url },
    closing: [
      "Ce lien est valable une heure et ne sert qu'une fois.",
      "Si vous n'attendiez pas ce message, ignorez-le\u00a0: rien ne changera.",
    ],
  };
}

/** To the person who already has the address that somebody else requested. */
export function addressTakenMail(): MailContent {
  return {
    subject: "Votre adresse e-mail est déjà connue de Diapason",
    opening: [
      "Bonjour,",
      "Quelqu'un a demandé que cette adresse devienne celle de son compte Diapason. Elle est déjà la vôtre dans votre équipe\u00a0: rien n'a changé.",
    ],
    closing: ["Si c'était vous, vous n'avez rien à faire. Sinon, ignorez ce message."],
  };
}

export function addressChangedMail(url: string): MailContent {
  return {
    subject: "Votre adresse e-mail a été changée",
    opening: [
      "Bonjour,",
      "Votre compte Diapason a désormais une autre adresse e-mail. Si c'est bien vous qui l'avez voulu, vous n'avez rien à faire.",
      "Sinon, reprenez votre compte en suivant ce lien\u00a0: cette adresse redeviendra la sienne, et tous ses appareils seront déconnectés.",
    ],
    link: { label: "Reprendre cette adresse", url },
    closing: [
      "Ce lien est valable 72\u00a0heures et ne sert qu'une fois.",
      "Choisissez ensuite un nouveau mot de passe, par «\u00a0Mot de passe oublié\u00a0?\u00a0».",
    ],
  };
}

/** Contains the space's address but not its typed name, with which an attacker could send any text to any address. */
export function spaceLinkMail(host: string, url: string): MailContent {
  return {
    subject: "Créez l'espace de votre équipe",
    opening: [
      "Bonjour,",
      `L'adresse ${host} attend votre équipe sur Diapason. Ouvrez ce lien pour créer l'espace et votre compte, qui en sera le premier administrateur.`,
    ],
    link: { label: "Créer l'espace", url },
    closing: [
      "Ce lien est valable 24\u00a0heures et ne sert qu'une fois.",
      "Si vous n'avez rien demandé, ignorez ce message\u00a0: rien ne sera créé.",
    ],
  };
}

/**
 * Lists each space as an event with only a name, the host. The typed names of spaces are left out: a stranger may have
 * typed one, and registered the recipient's address there.
 */
export function spacesMail(spaces: readonly { readonly host: string; readonly url: string }[]): MailContent {
  return {
    subject: "Vos espaces Diapason",
    opening: ["Bonjour,", "Votre adresse e-mail a un compte dans\u00a0:"],
    events: spaces.map(({ host, url }) => ({
      name: host,
      when: "",
      place: "",
      actions: [{ label: "Ouvrir l'espace", url, look: "plain" }],
    })),
    closing: ["Si vous n'avez rien demandé, ignorez ce message."],
  };
}
