import type { MailContent } from "./mails.ts";

/** These mails contain no name: whoever asks for somebody else's address must not make us send them any text. */
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

/** For whoever has the address that somebody asked for. */
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
