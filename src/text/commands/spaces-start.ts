/** Why an installation of many spaces does not start; each in one line. */

export function planningInTheWay(folder: string, command: string): string {
  return `${folder} contient déjà le planning d'une équipe (diapason.sqlite). Pour en faire un espace\u00a0: sauvegardez-le avec SPACES=off, rangez diapason.sqlite ailleurs, puis lancez ${command}`;
}

export function planningInDatabase(command: string): string {
  return `La base de DATABASE_URL contient déjà le planning d'une équipe. Pour en faire un espace\u00a0: sauvegardez-le avec SPACES=off, donnez une autre base à DATABASE_URL, puis lancez ${command}`;
}
