import type { MailProblem, MailReport } from "../../contract/mails.ts";

export const administrationText = {
  title: "Administration",
} as const;

export const invitationText = {
  title: "Inviter",
  openHint: "Envoyez ce lien à votre équipe\u00a0: toute personne qui l'ouvre peut créer un compte.",
  invitedHint: "Envoyez ce lien à votre équipe\u00a0: lui seul permet de créer un compte.",
  ownMachineHint:
    "Cette adresse ne s'ouvre que sur cet ordinateur. Réglez BASE_URL sur le serveur pour inviter d'autres appareils.",
  link: "Lien d'invitation",
  qrCode: "QR code du lien d'invitation",
  qrCodeHint: "À montrer sur place\u00a0: l'appareil photo d'un téléphone ouvre le lien.",
  renew: "Renouveler le lien",
  renewHint: "Si le lien est tombé entre d'autres mains\u00a0: l'ancien cessera aussitôt de fonctionner.",
  confirmRenewal: "Confirmer le renouvellement",
  renewed: "Le nouveau lien est prêt, l'ancien ne fonctionne plus.",
  renewFailed: "Le lien n'a pas pu être renouvelé",
  loadFailed: "Le lien d'invitation n'a pas pu être chargé.",
} as const;

export const invitedSince = (date: string) => `Lien créé le ${date}.`;

/** Words of the report about the team's mails. */
export const mailsText = {
  title: "Mails",
  loadFailed: "L'état des mails n'a pas pu être chargé.",
  noServer: "Les mails n'arrivent à personne",
  noServerHint:
    "MAIL_URL n'est pas réglé sur le serveur\u00a0: chaque mail y devient un fichier. Qui a oublié son mot de passe reçoit de vous un lien de réinitialisation.",
} as const;

/** Why mails wait, after a colon. */
const PROBLEMS: Readonly<Record<MailProblem, string>> = {
  unreachable: "le serveur de mails ne répond pas",
  password_refused: "le serveur de mails refuse le mot de passe de MAIL_URL",
  encryption_refused: "le serveur de mails n'offre pas de connexion chiffrée",
  refused: "le serveur de mails les refuse pour l'instant",
  not_written: "leur fichier ne peut pas être écrit sur le serveur",
  unknown: "le dernier essai a échoué",
};

function sentSentence(count: number): string {
  if (count === 0) return "Aucun mail n'est parti ces sept derniers jours.";
  return count === 1
    ? "Un mail est parti ces sept derniers jours."
    : `${count} mails sont partis ces sept derniers jours.`;
}

function waitingSentence({ waiting, problem }: MailReport): string {
  if (waiting === 0) return "Aucun n'attend.";
  const words = waiting === 1 ? "Un mail attend" : `${waiting} mails attendent`;
  return problem === null ? `${words}.` : `${words}\u00a0: ${PROBLEMS[problem]}.`;
}

/** « 12 mails sont partis ces sept derniers jours. 2 mails attendent : le serveur de mails ne répond pas. » */
export const mailReportSentences = (report: MailReport): readonly [sent: string, waiting: string] => [
  sentSentence(report.sentThisWeek),
  waitingSentence(report),
];
