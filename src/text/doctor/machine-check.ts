import { type CommandLine, type Finding, fine, warning, wrong } from "./finding.ts";

/** The time of another clock, and the time of this one at that moment. */
export interface ClockReading {
  readonly there: Date;
  readonly here: Date;
}

interface ClockValue {
  readonly now: Date;
  /** `null`: the database did not answer. */
  readonly database: ClockReading | null;
  readonly publicAddress: ClockReading | null;
  /** The latest timestamp in the data. It can be ahead of now only if the clock is wrong. */
  readonly latestTrace: Date | null;
}

const CLOCK = "Horloge";
const MINUTE_MS = 60_000;
/** HTTP gives dates in whole seconds, and a proxy may delay a response a little. */
const TOLERATED_MS = 5000;
const SET_CLOCK = "Réglez l'horloge de la machine\u00a0: timedatectl set-ntp true.";

function duration(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  if (seconds < 120) return `${seconds} secondes`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} heures`;
}

function checkReading({ there, here }: ClockReading, whose: string): Finding | null {
  const ahead = here.getTime() - there.getTime();
  if (Math.abs(ahead) <= TOLERATED_MS) return null;
  const sentence = `elle ${ahead > 0 ? "avance" : "retarde"} de ${duration(ahead)} sur celle ${whose}.`;
  return Math.abs(ahead) > MINUTE_MS ? wrong(CLOCK, sentence, SET_CLOCK) : warning(CLOCK, sentence, SET_CLOCK);
}

export function checkClock({ now, database, publicAddress, latestTrace }: ClockValue): Finding {
  if (latestTrace !== null && latestTrace.getTime() - now.getTime() > MINUTE_MS) {
    const late = duration(latestTrace.getTime() - now.getTime());
    return wrong(CLOCK, `elle retarde d'au moins ${late}\u00a0: des données sont datées de plus tard.`, SET_CLOCK);
  }
  const findings = [
    database && checkReading(database, "de PostgreSQL"),
    publicAddress && checkReading(publicAddress, "de l'adresse publique"),
  ].filter((finding) => finding !== null);
  const [first] = findings.toSorted((a, b) => Number(b.state === "wrong") - Number(a.state === "wrong"));
  return first ?? fine(CLOCK, `elle est à l'heure (${now.toISOString().slice(0, 16).replace("T", " ")} UTC).`);
}

export interface DiskState {
  readonly freeBytes: number;
  readonly databaseBytes: number;
}

const MIB = 1024 * 1024;
const LEAST_BYTES = 100 * MIB;
const COMFORTABLE_BYTES = 1024 * MIB;
const DISK = "Disque";
const MAKE_ROOM = "Faites de la place sur le disque du dossier des données.";

const size = (bytes: number) =>
  bytes >= 1024 * MIB ? `${(bytes / 1024 / MIB).toFixed(1).replace(".", ",")} Gio` : `${Math.floor(bytes / MIB)} Mio`;

export function checkDisk({ freeBytes, databaseBytes }: DiskState): Finding {
  // A migration or a restoration may write the whole database again.
  if (freeBytes < Math.max(LEAST_BYTES, 2 * databaseBytes)) {
    return wrong(DISK, `il ne reste que ${size(freeBytes)}.`, MAKE_ROOM);
  }
  if (freeBytes < COMFORTABLE_BYTES) return warning(DISK, `il reste ${size(freeBytes)}.`, MAKE_ROOM);
  return fine(DISK, `il reste ${size(freeBytes)}.`);
}

interface BackupValue {
  readonly engine: "sqlite" | "postgres";
  readonly now: Date;
  /** When the newest backup was made; `null`: there is none. */
  readonly newest: Date | null;
  /** Since when there is a database; `null`: there is none. */
  readonly databaseSince: Date | null;
}

const BACKUP = "Sauvegarde";
const HOUR_MS = 60 * 60 * 1000;
/** A backup is made every day; one day may be missed. */
const LONGEST_MS = 48 * HOUR_MS;

function age(milliseconds: number): string {
  const hours = Math.max(0, Math.floor(milliseconds / HOUR_MS));
  if (hours < 1) return "il y a moins d'une heure";
  return hours < 48 ? `il y a ${hours} h` : `il y a ${Math.floor(hours / 24)} jours`;
}

export function checkBackup({ engine, now, newest, databaseSince }: BackupValue, command: CommandLine): Finding {
  const ageMs = newest === null ? null : now.getTime() - newest.getTime();
  if (ageMs !== null && ageMs <= LONGEST_MS) return fine(BACKUP, `la dernière a été faite ${age(ageMs)}.`);
  const last = ageMs === null ? "il n'y en a aucune" : `la dernière a été faite ${age(ageMs)}`;
  const backup = command("backup");
  if (engine === "postgres") {
    return warning(
      BACKUP,
      `${last} dans le dossier des données\u00a0; avec PostgreSQL, Diapason n'en fait pas de lui-même.`,
      `Planifiez ${backup} chaque nuit, si rien d'autre ne sauvegarde PostgreSQL.`,
    );
  }
  if (ageMs === null && databaseSince === null)
    return fine(BACKUP, "la première se fera le jour où il y aura des données.");
  if (ageMs === null && databaseSince !== null && now.getTime() - databaseSince.getTime() <= LONGEST_MS) {
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
