import type { MailContent } from "./mails.ts";

/** Contains no typed name: an attacker could use it to make us send any text to any address. */
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

/** Names spaces by their address alone: strangers may have typed their names, and have registered the recipient's address. */
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
