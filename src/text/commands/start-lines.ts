/** The last line of a start. */
export const ready = (address: string) => `Diapason est prêt\u00a0: ${address}`;

/** Why the server, or a command, does not start. `reason` is a code, for people who are asked for help. */

export const folderNotWritable = (folder: string, reason: string) =>
  `DATA_DIR\u00a0: impossible d'écrire dans ${folder} (${reason})`;
export const folderInUse = (folder: string) => `DATA_DIR\u00a0: un autre Diapason utilise déjà ${folder}`;
export const folderNotLocked = (folder: string, reason: string) =>
  `DATA_DIR\u00a0: impossible de réserver ${folder} (${reason})`;
export const fileUnusable = (path: string, reason: string) =>
  `Le fichier de la base de données est inutilisable\u00a0: ${path} (${reason})`;
export const postgresUnusable = (host: string, reason: string) =>
  `DATABASE_URL\u00a0: PostgreSQL est inutilisable à l'adresse ${host} (${reason})`;
export const schemaMissing = (schema: string) =>
  `Le schéma ${schema} n'est pas dans la base de données, ou il est vide`;
export const databaseTooNew = (version: number, known: number) =>
  `La base de données est de la version ${version}, plus récente que ce programme (${known})\u00a0: mettez Diapason à jour, ou restaurez une sauvegarde dans une base vide`;

export const databaseFailure = {
  unavailable: "La base de données n'a pas répondu pendant le démarrage",
  disk_full: "Le disque de la base de données est plein\u00a0: faites de la place, puis redémarrez",
} as const;

export const secretUnusable = (path: string, reason: string) => `Le secret est inutilisable\u00a0: ${path} (${reason})`;

export const secretReason = {
  guessable: "on peut le deviner\u00a0: supprimez-le, et le prochain démarrage en fera un autre",
  readable: "d'autres peuvent le lire\u00a0: supprimez-le, ou lancez chmod 600 dessus si personne ne l'a lu",
} as const;

export const portTaken = (port: number, host: string) => `Le port ${port} de ${host} est déjà pris`;
export const portUnusable = (port: number, host: string, reason: string) =>
  `Le port ${port} de ${host} est inutilisable (${reason})`;
export const folderOfNoDemo = (folder: string) =>
  `Ce dossier contient des données qui ne viennent d'aucune démonstration, et reste comme il est\u00a0: ${folder}. Donnez un autre DATA_DIR à la démonstration.`;

/** Why an installation of many spaces does not start. */

export const planningInTheWay = (folder: string, command: string) =>
  `${folder} contient déjà le planning d'une équipe (diapason.sqlite). Pour en faire un espace\u00a0: sauvegardez-le avec SPACES=off, rangez diapason.sqlite ailleurs, puis lancez ${command}`;
export const planningInDatabase = (command: string) =>
  `La base de DATABASE_URL contient déjà le planning d'une équipe. Pour en faire un espace\u00a0: sauvegardez-le avec SPACES=off, donnez une autre base à DATABASE_URL, puis lancez ${command}`;
