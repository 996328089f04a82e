import { PASSWORD_MAX, PASSWORD_MIN } from "../../contract/sign-in/passwords.ts";
import { type CommandLine, type Finding, fine, wrong } from "./finding.ts";

/** The valid values of each setting. */
const RULES = {
  HOST: "une adresse IP ou un nom de machine",
  PORT: "un nombre de 0 à 65535",
  DATABASE_URL: "une adresse comme postgres://utilisateur:motdepasse@machine:5432/base",
  BASE_URL: "une adresse comme https://planning.example.org, sans rien derrière",
  HSTS_INCLUDE_SUBDOMAINS: "on ou off",
  TRUSTED_PROXY: "des adresses ou des réseaux comme 10.0.0.1 ou 10.0.0.0/8, séparés par des virgules",
  AUTH_SECRET: "au moins 16 caractères choisis au hasard",
  METRICS_TOKEN: "au moins 16 lettres ou chiffres choisis au hasard",
  MAIL_URL: "une adresse comme smtp://machine:587 ou smtps://utilisateur:motdepasse@machine",
  MAIL_FROM: "un expéditeur comme Nom <adresse@example.org>",
  DEFAULT_ADMIN: "on ou off",
  DEFAULT_ADMIN_EMAIL: "une adresse e-mail",
  DEFAULT_ADMIN_PASSWORD: `un mot de passe de ${PASSWORD_MIN} à ${PASSWORD_MAX} caractères`,
  REGISTRATION: "open ou invite",
  SHARING: "on ou off",
  TIME_ZONE: "un fuseau horaire comme Europe/Paris",
  SPACES: "on ou off, et on demande un BASE_URL qui est un nom et pas une adresse IP",
  SPACE_CREATION: "open ou closed",
  SPACES_OPEN: "un nombre à partir de 1",
  SPACE_MAX_PEOPLE: "un nombre à partir de 1",
  SPACE_MAX_MEGABYTES: "un nombre à partir de 1",
};

const SUBJECT = "Réglages";

/** One line, which begins with the setting's name. */
export const wrongSetting = (name: keyof typeof RULES) => `${name} attend ${RULES[name]}`;
export const unreadableSettings = (file: string, reason: string) =>
  `Le fichier ${file} ne peut pas être lu (${reason})`;

/** @param problems lines of `wrongSetting` and `unreadableSettings` */
export function checkSettings(problems: readonly string[]): Finding[] {
  if (problems.length === 0) return [fine(SUBJECT, "ils sont tous valables.")];
  return problems.map((problem) => {
    const [name = ""] = problem.split(" ");
    const rule = (RULES as Readonly<Record<string, string>>)[name];
    if (rule !== undefined) {
      return wrong(SUBJECT, `${name} n'est pas valable.`, `Donnez à ${name} ${rule}, ou retirez la ligne.`);
    }
    // The only other problem: `unreadableSettings`.
    const sentence = `${problem.charAt(0).toLowerCase()}${problem.slice(1)}.`;
    return wrong(SUBJECT, sentence, "Vérifiez que ce fichier existe et que vous pouvez le lire, puis recommencez.");
  });
}

/** Shown if settings are invalid, because all other checks depend on them. */
export const SETTINGS_FIRST = "Le reste n'est pas vérifié\u00a0: corrigez d'abord les réglages.";

export function checkDefaultAdmin(
  { isOn, isPrivate }: { readonly isOn: boolean; readonly isPrivate: boolean },
  command: CommandLine,
): Finding {
  const subject = "Compte intégré";
  if (!isOn) return fine(subject, "il est désactivé.");
  if (isPrivate) return fine(subject, "il ne sert qu'à qui fait tourner Diapason sur cette machine.");
  return wrong(
    subject,
    "l'administrateur intégré est ouvert alors que d'autres machines peuvent atteindre Diapason.",
    `Créez votre compte par ${command("admin", "ADRESSE")}, puis retirez DEFAULT_ADMIN=on.`,
  );
}
