import { type CommandLine, type Finding, fine, SUBJECTS, warning, wrong } from "./finding.ts";

/** What the years need: backups, and no door left open. */

interface BackupValue {
  readonly engine: "sqlite" | "postgres";
  readonly now: Date;
  /** When the newest backup was made; `null`: there is none. */
  readonly newest: Date | null;
  /** Since when there is a database; `null`: there is none. */
  readonly databaseSince: Date | null;
}

const BACKUP = SUBJECTS.backup;
const HOUR_MS = 60 * 60 * 1000;
/** One is made every day; a day may be missed. */
const LONGEST_MS = 48 * HOUR_MS;

function age(milliseconds: number): string {
  const hours = Math.max(0, Math.floor(milliseconds / HOUR_MS));
  if (hours < 1) return "il y a moins d'une heure";
  return hours < 48 ? `il y a ${hours} h` : `il y a ${Math.floor(hours / 24)} jours`;
}

export function checkBackup({ engine, now, newest, databaseSince }: BackupValue, command: CommandLine): Finding {
  const since = newest === null ? null : now.getTime() - newest.getTime();
  if (since !== null && since <= LONGEST_MS) return fine(BACKUP, `la dernière a été faite ${age(since)}.`);
  const last = since === null ? "il n'y en a aucune" : `la dernière a été faite ${age(since)}`;
  const backup = command("backup");
  if (engine === "postgres") {
    return warning(
      BACKUP,
      `${last} dans le dossier des données\u00a0; avec PostgreSQL, Diapason n'en fait pas de lui-même.`,
      `Planifiez ${backup} chaque nuit, si rien d'autre ne sauvegarde PostgreSQL.`,
    );
  }
  if (since === null && databaseSince === null)
    return fine(BACKUP, "la première se fera le jour où il y aura des données.");
  if (since === null && databaseSince !== null && now.getTime() - databaseSince.getTime() <= LONGEST_MS) {
    return warning(
      BACKUP,
      "il n'y en a pas encore\u00a0; Diapason en fait une chaque jour tant qu'il tourne.",
      `Pour en avoir une tout de suite\u00a0: ${backup}.`,
    );
  }
  return wrong(
    BACKUP,
    `${last}.`,
    `Lancez ${backup}\u00a0; si elle échoue, elle dit pourquoi, et le journal du serveur aussi (the daily backup failed).`,
  );
}

interface DefaultAdminValue {
  readonly isOn: boolean;
  readonly isPrivate: boolean;
}

export function checkDefaultAdmin({ isOn, isPrivate }: DefaultAdminValue, command: CommandLine): Finding {
  const subject = "Compte intégré";
  if (!isOn) return fine(subject, "il est désactivé.");
  if (isPrivate) return fine(subject, "il ne sert qu'à qui fait tourner Diapason sur cette machine.");
  return wrong(
    subject,
    "l'administrateur intégré est ouvert alors que d'autres machines peuvent atteindre Diapason.",
    `Créez votre compte par ${command("admin", "ADRESSE")}, puis retirez DEFAULT_ADMIN=on.`,
  );
}
