import { type CommandLine, type Finding, fine, isCertificateReason, reasonInWords, warning, wrong } from "./finding.ts";

const DATABASE = "Base de données";

/** @param stored of the tables in the database; `null`: there are none yet @param own what this program writes */
function checkVersion(stored: number | null, own: number): Finding {
  const subject = "Version de la base";
  if (stored === null) return fine(subject, "les tables seront créées au premier démarrage.");
  if (stored > own) {
    return wrong(
      subject,
      `elle vient d'un Diapason plus récent (${stored}, et ${own} ici).`,
      "Installez la version la plus récente de Diapason, ou rétablissez une sauvegarde d'avant.",
    );
  }
  if (stored < own) {
    return warning(
      subject,
      `elle est de la version ${stored}, ce Diapason de la version ${own}.`,
      "Redémarrez Diapason\u00a0: il met la base à jour tout seul.",
    );
  }
  return fine(subject, `${own}, comme ce Diapason.`);
}

/** What to do about a lost or damaged database of spaces: only a planning's own one can be filled by a command. */
const READ_SPACES = "Arrêtez Diapason, et suivez «\u00a0Quand quelque chose ne va pas\u00a0» de docs/spaces.md.";

/** The database of a space that was used: no start creates it. @param name of its file or schema */
export const databaseGone = (name: string): Finding =>
  wrong(DATABASE, `${name} n'est plus là, ou est vide.`, READ_SPACES);

export type SqliteState =
  | { readonly outcome: "missing" }
  | { readonly outcome: "failed"; readonly reason: string }
  | {
      readonly outcome: "opened";
      /** `ok`, or what SQLite found. */
      readonly verdict: string;
      readonly version: number | null;
    };

/** @param command `null`: the file is a space's or the register */
export function checkSqlite(path: string, state: SqliteState, own: number, command: CommandLine | null): Finding[] {
  const restore = command
    ? `Arrêtez Diapason, mettez ${path} de côté, puis rétablissez une sauvegarde\u00a0: ${command("restore", "FICHIER")}.`
    : READ_SPACES;
  switch (state.outcome) {
    case "missing":
      return [fine(DATABASE, "SQLite\u00a0; le fichier sera créé au premier démarrage.")];
    case "failed":
      if (["SQLITE_NOTADB", "SQLITE_CORRUPT"].includes(state.reason)) {
        return [wrong(DATABASE, `${path} est abîmé (${state.reason}).`, restore)];
      }
      return [
        wrong(
          DATABASE,
          `${path} ne s'ouvre pas (${state.reason}).`,
          "Donnez ce fichier à l'utilisateur qui fait tourner Diapason (chown), ou lancez cette commande avec lui.",
        ),
      ];
    case "opened":
      if (state.verdict !== "ok") return [wrong(DATABASE, `${path} est abîmé\u00a0: ${state.verdict}.`, restore)];
      return [fine(DATABASE, "SQLite, le fichier est entier."), checkVersion(state.version, own)];
  }
}

export type PostgresState =
  | { readonly outcome: "failed"; readonly reason: string }
  | { readonly outcome: "opened"; readonly version: number | null };

/** By SQLSTATE, what it means and what to do. */
const POSTGRES_FAILURES: Readonly<Record<string, readonly [sentence: string, remedy: string]>> = {
  "28P01": ["le mot de passe est refusé", "Corrigez l'utilisateur et le mot de passe dans DATABASE_URL."],
  "28000": [
    "cet utilisateur n'a pas le droit de se connecter",
    "Autorisez-le dans pg_hba.conf, ou corrigez DATABASE_URL.",
  ],
  "3D000": ["la base nommée dans DATABASE_URL n'existe pas", "Créez-la (createdb), ou corrigez DATABASE_URL."],
  "42501": ["cet utilisateur n'a pas les droits sur les tables", "Faites de lui le propriétaire de la base."],
  "53300": ["PostgreSQL n'a plus de connexion libre", "Augmentez max_connections, ou arrêtez ce qui en prend trop."],
  "57P03": ["PostgreSQL est en train de démarrer", "Attendez une minute, puis recommencez."],
};

function checkPostgresFailure(host: string, reason: string): Finding {
  const [sentence, remedy] = POSTGRES_FAILURES[reason] ?? [
    reasonInWords(reason),
    isCertificateReason(reason)
      ? "Corrigez le certificat de PostgreSQL, ou sslmode dans DATABASE_URL."
      : "Démarrez PostgreSQL, et vérifiez la machine et le port dans DATABASE_URL.",
  ];
  return wrong(DATABASE, `PostgreSQL sur ${host} ne peut pas être utilisé\u00a0: ${sentence}.`, remedy);
}

/** @param host without user and password */
export function checkPostgres(host: string, state: PostgresState, own: number): Finding[] {
  if (state.outcome === "failed") return [checkPostgresFailure(host, state.reason)];
  return [fine(DATABASE, `PostgreSQL répond sur ${host}.`), checkVersion(state.version, own)];
}
