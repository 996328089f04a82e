/** Why an installation of many spaces does not start; each in one line. */

export const spacesNeedSqlite = "SPACES=on ne va qu'avec SQLite\u00a0: retirez DATABASE_URL";

export function planningInTheWay(folder: string, command: string): string {
  return `${folder} contient déjà le planning d'une équipe (diapason.sqlite). Pour en faire un espace\u00a0: sauvegardez-le avec SPACES=off, rangez diapason.sqlite ailleurs, puis lancez ${command}`;
}
