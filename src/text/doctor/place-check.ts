import { type Finding, fine, SUBJECTS, warning, wrong } from "./finding.ts";
import { reasonInWords } from "./reasons.ts";

/** Who answers on the port. */
export type PortHolder =
  /** This Diapason; `isHealthy`: its database answers, too. */
  | { readonly holder: "self"; readonly version: string; readonly isHealthy: boolean }
  /** A Diapason that does not know our secret. */
  | { readonly holder: "other-diapason" }
  /** A Diapason perhaps, but its secret could not be read here. */
  | { readonly holder: "unproven" }
  | { readonly holder: "stranger" };

export type PortState =
  | { readonly outcome: "free" }
  | { readonly outcome: "taken"; readonly by: PortHolder }
  /** A code such as `EACCES`. */
  | { readonly outcome: "failed"; readonly reason: string };

interface PortValue {
  readonly host: string;
  readonly port: number;
  readonly state: PortState;
}

const PORT = "Port";
const OTHER_PORT = "Arrêtez ce programme, ou donnez à PORT un autre numéro.";

function checkTakenPort(port: number, by: PortHolder): Finding {
  switch (by.holder) {
    case "self":
      return by.isHealthy
        ? fine(PORT, `Diapason ${by.version} répond sur le port ${port}.`)
        : wrong(
            PORT,
            `Diapason ${by.version} répond sur le port ${port}, mais sa base de données ne lui répond pas.`,
            "Voyez plus bas ce qui manque à la base de données\u00a0; Diapason la retrouve ensuite de lui-même.",
          );
    case "other-diapason":
      return wrong(
        PORT,
        `un autre Diapason répond sur le port ${port}\u00a0: il n'a pas le même secret.`,
        "Lancez cette commande avec les réglages du Diapason qui tourne, ou donnez à PORT un autre numéro.",
      );
    case "unproven":
      return warning(
        PORT,
        `un Diapason répond sur le port ${port}\u00a0; sans son secret, rien ne dit que c'est le vôtre.`,
        "Lancez cette commande avec l'utilisateur qui fait tourner Diapason.",
      );
    case "stranger":
      return wrong(PORT, `le port ${port} est pris par un autre programme.`, OTHER_PORT);
  }
}

export function checkPort({ host, port, state }: PortValue): Finding {
  if (state.outcome === "taken") return checkTakenPort(port, state.by);
  if (state.outcome === "free") {
    const place = port === 0 ? "le système choisira un port" : `le port ${port} est libre`;
    return fine(PORT, `${place}\u00a0; Diapason n'est pas démarré.`);
  }
  const { reason } = state;
  if (reason === "EACCES") {
    return wrong(PORT, `le port ${port} est réservé au système.`, "Donnez à PORT un numéro à partir de 1024.");
  }
  if (reason === "EADDRNOTAVAIL" || reason === "ENOTFOUND") {
    return wrong(
      PORT,
      `${host} n'est pas une adresse de cette machine.`,
      "Donnez à HOST 127.0.0.1, ou 0.0.0.0 pour toutes.",
    );
  }
  return wrong(PORT, `le port ${port} ne peut pas être utilisé\u00a0: ${reasonInWords(reason)}.`, OTHER_PORT);
}

export interface FolderState {
  readonly path: string;
  /** `null`: it is not there yet. */
  readonly mode: number | null;
  /** Why it cannot be read and written, or made; `null`: it can. */
  readonly refusal: string | null;
}

const OTHERS_RIGHTS = 0o077;
const FOLDER = SUBJECTS.folder;

export function checkFolder({ path, mode, refusal }: FolderState): Finding {
  if (refusal !== null) {
    return wrong(
      FOLDER,
      `${path} ne peut pas être écrit\u00a0: ${reasonInWords(refusal)}.`,
      "Donnez ce dossier à l'utilisateur qui fait tourner Diapason (chown), ou lancez cette commande avec lui.",
    );
  }
  if (mode === null) return fine(FOLDER, `${path} sera créé au premier démarrage.`);
  if ((mode & OTHERS_RIGHTS) !== 0) {
    return warning(FOLDER, `d'autres utilisateurs peuvent entrer dans ${path}.`, `Lancez chmod 700 ${path}.`);
  }
  return fine(FOLDER, `${path} est à vous seul.`);
}

export type SecretState =
  | { readonly outcome: "set" | "missing" }
  | { readonly outcome: "unreadable"; readonly reason: string }
  | { readonly outcome: "read"; readonly mode: number; readonly isStrong: boolean };

const SECRET = "Secret";

export function checkSecret(path: string, state: SecretState): Finding {
  switch (state.outcome) {
    case "set":
      return fine(SECRET, "il vient de AUTH_SECRET.");
    case "missing":
      return fine(SECRET, "il sera créé au premier démarrage.");
    case "unreadable":
      return wrong(
        SECRET,
        `${path} ne peut pas être lu\u00a0: ${reasonInWords(state.reason)}.`,
        "Donnez ce fichier à l'utilisateur qui fait tourner Diapason (chown), ou lancez cette commande avec lui.",
      );
    case "read":
      if (!state.isStrong) {
        return wrong(
          SECRET,
          `${path} se devine.`,
          "Supprimez ce fichier\u00a0: le prochain démarrage en crée un autre, et chacun se reconnecte.",
        );
      }
      if ((state.mode & OTHERS_RIGHTS) !== 0) {
        return wrong(
          SECRET,
          `d'autres utilisateurs peuvent lire ${path}.`,
          `Lancez chmod 600 ${path}, ou supprimez-le si quelqu'un a pu le lire.`,
        );
      }
      return fine(SECRET, "vous seul pouvez le lire.");
  }
}

export interface DiskState {
  readonly freeBytes: number;
  readonly databaseBytes: number;
  /** `null`: the file system does not count them. */
  readonly freeFiles: number | null;
}

const MIB = 1024 * 1024;
const LEAST_BYTES = 100 * MIB;
const COMFORTABLE_BYTES = 1024 * MIB;
const LEAST_FILES = 100;
const DISK = SUBJECTS.disk;
const MAKE_ROOM = "Faites de la place sur le disque du dossier des données.";

function size(bytes: number): string {
  return bytes >= 1024 * MIB
    ? `${(bytes / 1024 / MIB).toFixed(1).replace(".", ",")} Gio`
    : `${Math.floor(bytes / MIB)} Mio`;
}

export function checkDisk({ freeBytes, databaseBytes, freeFiles }: DiskState): Finding {
  // A migration or a restoration may write the whole database again.
  if (freeBytes < Math.max(LEAST_BYTES, 2 * databaseBytes)) {
    return wrong(DISK, `il ne reste que ${size(freeBytes)}.`, MAKE_ROOM);
  }
  if (freeFiles !== null && freeFiles < LEAST_FILES) {
    return wrong(
      DISK,
      "presque plus aucun fichier ne peut être créé.",
      "Supprimez des fichiers\u00a0: le disque n'en prend plus (inodes).",
    );
  }
  if (freeBytes < COMFORTABLE_BYTES) return warning(DISK, `il reste ${size(freeBytes)}.`, MAKE_ROOM);
  return fine(DISK, `il reste ${size(freeBytes)}.`);
}
