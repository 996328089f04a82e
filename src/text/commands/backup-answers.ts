/** What the commands `backup`, `restore` and `export` answer. */

export function backupWritten(path: string): string {
  return `La sauvegarde est dans ${path}`;
}

export function backupNotWritten(path: string, reason: string): string {
  return `La sauvegarde ne peut pas être écrite\u00a0: ${path} (${reason})`;
}

export function restored(formerPath: string): string {
  return `Restauré. Chacun se reconnecte. Ce qu'il y avait avant est dans ${formerPath}`;
}

export function noBackup(path: string): string {
  return `Ce n'est pas une sauvegarde de Diapason\u00a0: ${path}`;
}

export function noWholeBackup(path: string, reason: string): string {
  return `Ce n'est pas une sauvegarde complète de Diapason\u00a0: ${path} (${reason})`;
}

export function backupTooNew(version: number, known: number): string {
  return `La sauvegarde est de la version ${version}, plus récente que ce programme (${known})\u00a0: mettez Diapason à jour`;
}

export function notRestorable(path: string, reason: string): string {
  return `La sauvegarde ne peut pas être restaurée\u00a0: ${path} (${reason})`;
}

export const backupFault = {
  checksum: "sa somme de contrôle n'est pas juste",
  tooLarge: "elle se décompresse en plus que ce qu'une sauvegarde peut être",
  noJson: "une de ses lignes n'est pas du JSON",
  wrongForm: "une de ses lignes a une autre forme",
  rowLength: "une ligne n'a pas la longueur de sa table",
  planningState: "planning_state n'a pas exactement une ligne",
} as const;

export function unknownTable(name: string): string {
  return `elle a une table inconnue, ${name}`;
}

export function wrongValue(table: string, row: number, column: string): string {
  return `${table}, ligne ${row}\u00a0: ${column} n'est pas valable`;
}

export const exportText = {
  notShared: "Le planning n'est pas partagé\u00a0: il est dans les navigateurs, pas sur le serveur",
  deletedNow: "Le groupe vient d'être supprimé",
} as const;

export function noSuchGroup(wanted: string, groups: readonly { readonly id: string; readonly name: string }[]): string {
  const known = groups.map(({ id, name }) => `${name} (${id})`).join(", ");
  return `Aucun groupe n'a le nom ou l'identifiant ${wanted}. ${known === "" ? "Il n'y en a aucun" : `Il y a\u00a0: ${known}`}`;
}

export function noSuchDate(word: string): string {
  return `Ce n'est pas une date comme 2026-11-24\u00a0: ${word}`;
}

export function exportNotWritten(path: string, reason: string): string {
  return `L'export ne peut pas être écrit\u00a0: ${path} (${reason})`;
}

export function exportWritten(group: string, events: number, path: string): string {
  return `${group}\u00a0: ${events} ${events > 1 ? "événements" : "événement"} dans ${path}`;
}
