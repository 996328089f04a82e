import type { MailContent } from "./mails.ts";

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
