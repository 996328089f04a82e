import type { UserRow } from "../../contract/accounts/users.ts";
import { csvText } from "../grid/csv.ts";

/** The output of several commands, and of the command that sends a test mail. */

/** « Usage : » */
export const USAGE = "Usage\u00a0:";

export const notAnEmailAddress = (word: string) => `Ce n'est pas une adresse e-mail\u00a0: ${word}`;
export const newDatabaseNote = (folder: string) =>
  `Remarque\u00a0: il n'y avait pas de base de données dans ${folder}, celle-ci est donc neuve et vide. Si votre équipe en a une, lancez la commande dans le dossier de son .env`;
export const mailsAreFiles = (folder: string) =>
  `MAIL_URL n'est pas donné\u00a0: les mails sont écrits dans des fichiers de ${folder} et n'arrivent à personne`;
export const mailAccepted = (mail: Record<"server" | "from" | "to" | "answer", string>) =>
  `${mail.server} a accepté un mail de ${mail.from} pour ${mail.to}\u00a0: ${mail.answer}`;

/** What the mail server did, by the error code of the mail library. The sentence begins with the server's name. */
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

export const mailRefused = (server: string, code: string, answer: string) =>
  `${server} ${MAIL_REASONS[code] ?? "n'a pas pris le mail"}\u00a0: ${answer}`;

/** The output of the commands `admin` and `users`. */

export const nowAdmin = (email: string) => `${email} est maintenant administrateur.`;
export const alreadyAdmin = (email: string) => `${email} est déjà administrateur.`;
export const builtInAdmin = (email: string) =>
  `${email} est l'administrateur intégré\u00a0: DEFAULT_ADMIN le met en marche et l'arrête.`;
export const adminInvited = (email: string, link: string) =>
  `Personne ne s'est encore inscrit avec ${email}. Ce lien, valable une fois et 7 jours, crée le compte d'administrateur\u00a0:\n${link}`;
export const nobodyToPromote = (email: string, command: string) =>
  `Personne ne s'est inscrit avec ${email}. \`${command}\` donne un lien qui crée le compte`;
export const nobodyHas = (email: string) => `Personne n'a l'adresse ${email}`;
export const resetLink = (email: string, link: string) =>
  `Avec ce lien, valable une fois et une heure, ${email} choisit un nouveau mot de passe\u00a0:\n${link}`;
export const deletionQuestion = (name: string, email: string) =>
  `Cela supprime ${name}, avec ses réponses et ses sessions. Tapez ${email} pour continuer\u00a0: `;

export const nothingDeleted = "Rien n'a été supprimé";

export const userDeleted = (email: string) =>
  `${email} est supprimé. Les sauvegardes contiennent encore le compte jusqu'à leur propre suppression.`;

/** Why an act is refused, by error code. The sentence begins with the person's address. */
export const REFUSED_ACTS = {
  "account.built_in": "est l'administrateur intégré\u00a0: DEFAULT_ADMIN le met en marche et l'arrête",
  "admin.already": "est déjà administrateur",
  "user.last_admin": "est le dernier administrateur\u00a0: nommez-en d'abord un autre",
  "user.no_account": "n'a pas encore de compte\u00a0: il n'y a pas de mot de passe",
  "user.not_found": "n'est plus inscrit",
} as const;

export const USERS_COLUMNS = ["ADRESSE", "NOM", "SERVICES", "DROITS", "COMPTE", "DEPUIS"] as const;

export const ACCOUNT_WORDS = { active: "actif", invited: "invité", none: "aucun" } as const;

/** The entry for an admin in the column DROITS. */
export const ADMIN_WORD = "admin";

const CSV_HEADER = ["Adresse e-mail", "Prénom", "Nom", "Services", "Administration", "Compte", "Depuis le"] as const;
const CSV_ACCOUNTS = { ...ACCOUNT_WORDS, none: "sans compte" } as const satisfies Readonly<
  Record<NonNullable<UserRow["account"]>, string>
>;

/** The team's list as a CSV file, as French spreadsheets read it. */
export function usersCsv(rows: readonly UserRow[]): string {
  return csvText([
    CSV_HEADER,
    ...rows.map(({ email = "", firstName, lastName, positions, isAdmin, account = "active", createdAt }) => [
      email,
      firstName,
      lastName,
      positions.join(", "),
      isAdmin ? "oui" : "non",
      CSV_ACCOUNTS[account],
      createdAt.slice(0, "2026-11-24".length),
    ]),
  ]);
}

/** The output of the commands `backup`, `restore` and `export`. */

export const backupWritten = (path: string) => `La sauvegarde est dans ${path}`;
export const backupNotWritten = (path: string, reason: string) =>
  `La sauvegarde ne peut pas être écrite\u00a0: ${path} (${reason})`;
export const restored = (formerPath: string) =>
  `Restauré. Chacun se reconnecte. Ce qu'il y avait avant est dans ${formerPath}`;
export const notABackup = (path: string) => `Ce n'est pas une sauvegarde de Diapason\u00a0: ${path}`;
export const notAWholeBackup = (path: string, reason: string) =>
  `Ce n'est pas une sauvegarde complète de Diapason\u00a0: ${path} (${reason})`;
export const backupTooNew = (version: number, known: number) =>
  `La sauvegarde est de la version ${version}, plus récente que ce programme (${known})\u00a0: mettez Diapason à jour`;
export const notRestorable = (path: string, reason: string) =>
  `La sauvegarde ne peut pas être restaurée\u00a0: ${path} (${reason})`;

export const backupFault = {
  checksum: "sa somme de contrôle n'est pas juste",
  tooLarge: "elle se décompresse en plus que ce qu'une sauvegarde peut être",
  noJson: "une de ses lignes n'est pas du JSON",
  wrongForm: "une de ses lignes a une autre forme",
  rowLength: "une ligne n'a pas la longueur de sa table",
  planningState: "planning_state n'a pas exactement une ligne",
} as const;

export const unknownTable = (name: string) => `elle a une table inconnue, ${name}`;
export const wrongValue = (table: string, row: number, column: string) =>
  `${table}, ligne ${row}\u00a0: ${column} n'est pas valable`;

export const exportText = {
  notShared: "Le planning n'est pas partagé\u00a0: il est dans les navigateurs, pas sur le serveur",
  deletedNow: "Le groupe vient d'être supprimé",
} as const;

export function noSuchGroup(wanted: string, groups: readonly { readonly id: string; readonly name: string }[]): string {
  const known = groups.map(({ id, name }) => `${name} (${id})`).join(", ");
  return `Aucun groupe n'a le nom ou l'identifiant ${wanted}. ${known === "" ? "Il n'y en a aucun" : `Il y a\u00a0: ${known}`}`;
}

export const notADate = (word: string) => `Ce n'est pas une date comme 2026-11-24\u00a0: ${word}`;
export const exportNotWritten = (path: string, reason: string) =>
  `L'export ne peut pas être écrit\u00a0: ${path} (${reason})`;
export const exportWritten = (group: string, events: number, path: string) =>
  `${group}\u00a0: ${events} ${events > 1 ? "événements" : "événement"} dans ${path}`;

/** The output of the command `spaces`, and of other commands with `--space`. */

export const spacesOff = "SPACES n'est pas on\u00a0: il n'y a qu'un planning, et aucun espace";

export const whichSpace = (command: string) => `Avec SPACES=on, dites quel espace\u00a0: ${command}`;
export const noSuchSpace = (slug: string) => `Aucun espace n'a l'adresse ${slug}`;
export const notASlug = (word: string) =>
  `Ce n'est pas une adresse d'espace\u00a0: ${word}. Il faut 3 à 30 lettres de a à z, chiffres ou tirets, sans tiret au bord, et aucun nom réservé`;
export const slugTaken = (slug: string) => `L'adresse ${slug} est déjà prise`;
export const noMoreSpaces = (most: number) =>
  `Cette base de données a ses ${most} espaces, supprimés depuis moins de 30 jours compris\u00a0: elle n'en prend pas d'autre`;
export const spaceCreated = (email: string, link: string) =>
  `L'espace est créé. Ce lien, valable une fois et 7 jours, crée le compte d'administrateur de ${email}\u00a0:\n${link}`;
export const spaceSuspended = (slug: string) =>
  `${slug} est suspendu\u00a0: sa page le dit, et rien n'est plus envoyé.`;
export const spaceResumed = (slug: string) => `${slug} est de nouveau ouvert.`;
export const spaceDeletionQuestion = (slug: string) =>
  `Cela supprime l'espace ${slug}. Il peut être rétabli pendant 30 jours. Tapez ${slug} pour continuer\u00a0: `;
export const spaceDeleted = (slug: string, command: string) =>
  `${slug} est supprimé. Pendant 30 jours, ${command} le rétablit.`;
export const spaceRestored = (slug: string) => `${slug} est rétabli.`;
export const spaceImported = (slug: string, address: string) =>
  `La sauvegarde est dans l'espace ${slug}\u00a0: ${address}. Chacun s'y reconnecte.`;

export const importNeedsAdmin =
  "Cette sauvegarde n'a pas d'autre administrateur que le compte intégré, qui n'existe pas dans un espace\u00a0: nommez-en un, et sauvegardez de nouveau";

export const unknownSpace = (slug: string, folder: string) =>
  `Il y a déjà des données de ${slug}, que le registre ne connaît pas\u00a0: déplacez ${folder} (ou son schéma), puis recommencez`;
export const filesGone = (slug: string) => `Les données de ${slug} ne sont plus là`;
export const wrongState = (slug: string, state: keyof typeof STATE_WORDS) =>
  `${slug} est ${STATE_WORDS[state]}\u00a0: rien n'a changé`;

export const STATE_WORDS = {
  new: "neuf",
  active: "ouvert",
  suspended: "suspendu",
  deleted: "supprimé",
  importing: "inachevé",
} as const;

export const SPACES_COLUMNS = ["ADRESSE", "PERSONNES", "ÉVÉNEMENTS", "OCTETS", "DERNIER USAGE", "ÉTAT"] as const;

const ACT_WORDS: ReadonlyMap<string, string> = new Map([
  ["created", "créé"],
  ["suspended", "suspendu"],
  ["resumed", "rouvert"],
  ["deleted", "supprimé"],
  ["given up", "supprimé, personne ne s'y étant inscrit"],
  ["restored", "rétabli"],
  ["import begun", "importation commencée"],
  ["imported", "importé"],
  ["exported", "exporté"],
]);

/** What was done to a space, in French. `act`: the word in its journal. */
export function actWord(act: string): string {
  return ACT_WORDS.get(act) ?? act;
}

export const ACT_COLUMNS = ["DATE", "ADRESSE", "ACTE"] as const;
