import type { MailProblem, MailReport } from "../../contract/mails.ts";

/** Words of the region about the team's mails. */
export const mailsText = {
  title: "Mails",
  loadFailed: "L'état des mails n'a pas pu être chargé.",
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
export function mailReportSentences(report: MailReport): readonly [sent: string, waiting: string] {
  return [sentSentence(report.sentThisWeek), waitingSentence(report)];
}
