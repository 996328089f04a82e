/** Words of a group's own page. */
export const groupPageText = {
  members: "Membres du groupe",
  everybody:
    "Tant que le planning n'est pas partagé, toute l'équipe fait partie de chaque groupe\u00a0: il n'y a rien à rejoindre ni à quitter.",
  noMember: "Personne n'a encore rejoint ce groupe.",
  unanswered: "Leur réponse est attendue pour chaque événement du groupe.",
  join: "Rejoindre ce groupe",
  leave: "Quitter ce groupe",
  joinFailed: "Vous n'avez pas pu rejoindre ce groupe",
  leaveFailed: "Vous n'avez pas pu quitter ce groupe",
  joined: "Vous faites partie de ce groupe.",
  left: "Vous ne faites plus partie de ce groupe.",
  noService: "Aucun service",
} as const;

/** « Retirer Camille Perrin du groupe », the name of a button. */
export function removeMember(name: string): string {
  return `Retirer ${name} du groupe`;
}

/** « Camille Perrin ne fait plus partie du groupe. » */
export function memberRemoved(name: string): string {
  return `${name} ne fait plus partie du groupe.`;
}

/** « Camille Perrin fait toujours partie du groupe : le retrait n'a pas abouti » */
export function memberNotRemoved(name: string): string {
  return `${name} fait toujours partie du groupe\u00a0: le retrait n'a pas abouti`;
}
