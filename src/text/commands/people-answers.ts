/** What the commands `admin` and `users` answer. */
import type { UserRow } from "../../contract/accounts/users.ts";
import { csvText } from "../grid/csv.ts";

export function nowAdmin(email: string): string {
  return `${email} est maintenant administrateur.`;
}

export function alreadyAdmin(email: string): string {
  return `${email} est déjà administrateur.`;
}

export function builtInAdmin(email: string): string {
  return `${email} est l'administrateur intégré\u00a0: DEFAULT_ADMIN le met en marche et l'arrête.`;
}

export function adminInvited(email: string, link: string): string {
  return `Personne ne s'est encore inscrit avec ${email}. Ce lien, valable une fois et 7 jours, crée le compte d'administrateur\u00a0:\n${link}`;
}

export function nobodyToPromote(email: string, command: string): string {
  return `Personne ne s'est inscrit avec ${email}. \`${command}\` donne un lien qui crée le compte`;
}

export function nobodyHas(email: string): string {
  return `Personne n'a l'adresse ${email}`;
}

export function resetLink(email: string, link: string): string {
  return `Avec ce lien, valable une fois et une heure, ${email} choisit un nouveau mot de passe\u00a0:\n${link}`;
}

export function deletionQuestion(name: string, email: string): string {
  return `Cela supprime ${name}, avec ses réponses et ses sessions. Tapez ${email} pour continuer\u00a0: `;
}

export const nothingDeleted = "Rien n'a été supprimé";

export function userDeleted(email: string): string {
  return `${email} est supprimé. Les sauvegardes contiennent encore le compte jusqu'à leur propre suppression.`;
}

/** Why the page refuses the same, after the person's address. */
export const REFUSED_ACTS = {
  "account.built_in": "est l'administrateur intégré\u00a0: DEFAULT_ADMIN le met en marche et l'arrête",
  "admin.already": "est déjà administrateur",
  "user.last_admin": "est le dernier administrateur\u00a0: nommez-en d'abord un autre",
  "user.no_account": "n'a pas encore de compte\u00a0: il n'y a pas de mot de passe",
  "user.not_found": "n'est plus inscrit",
} as const;

export const USERS_COLUMNS = ["ADRESSE", "NOM", "SERVICES", "DROITS", "COMPTE", "DEPUIS"] as const;

export const ACCOUNT_WORDS = { active: "actif", invited: "invité", none: "aucun" } as const;

/** In the column of rights. */
export const ADMIN_WORD = "admin";

const CSV_HEADER = ["Adresse e-mail", "Prénom", "Nom", "Services", "Administration", "Compte", "Depuis le"] as const;
const CSV_ACCOUNTS = { active: "actif", invited: "invité", none: "sans compte" } as const satisfies Readonly<
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
