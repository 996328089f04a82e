/** What every command may answer, and what the test mail does. */

/** « Usage : » */
export const USAGE = "Usage\u00a0:";

export function noEmailAddress(word: string): string {
  return `Ce n'est pas une adresse e-mail\u00a0: ${word}`;
}

export function newDatabaseNote(folder: string): string {
  return `Remarque\u00a0: il n'y avait pas de base de données dans ${folder}, celle-ci est donc neuve et vide. Si votre équipe en a une, lancez la commande dans le dossier de son .env`;
}

export function mailsAreFiles(folder: string): string {
  return `MAIL_URL n'est pas donné\u00a0: les mails sont écrits dans des fichiers de ${folder} et n'arrivent à personne`;
}

export function mailAccepted(mail: Record<"server" | "from" | "to" | "answer", string>): string {
  return `${mail.server} a accepté un mail de ${mail.from} pour ${mail.to}\u00a0: ${mail.answer}`;
}

/** What the operator can look at, by the mail library's code. */
const MAIL_REASONS: Readonly<Record<string, string>> = {
  EAUTH: "refuse l'utilisateur ou le mot de passe de MAIL_URL",
  ENOAUTH: "veut un utilisateur et un mot de passe dans MAIL_URL",
  EENVELOPE: "refuse l'expéditeur ou le destinataire",
  EMESSAGE: "refuse le mail",
  ETLS: "n'offre pas de chiffrement acceptable",
  EDNS: "est introuvable\u00a0: son nom est-il juste dans MAIL_URL\u00a0?",
  ESOCKET: "est hors d'atteinte, ou son certificat est refusé",
  ECONNECTION: "est hors d'atteinte, ou a coupé la connexion",
  ETIMEDOUT: "n'a pas répondu à temps",
};

export function mailRefused(server: string, code: string, answer: string): string {
  return `${server} ${MAIL_REASONS[code] ?? "n'a pas pris le mail"}\u00a0: ${answer}`;
}
