/** What the command `spaces` answers, and the others with `--space`. */

export const spacesOff = "SPACES n'est pas on\u00a0: il n'y a qu'un planning, et aucun espace";

export function whichSpace(command: string): string {
  return `Avec SPACES=on, dites quel espace\u00a0: ${command}`;
}

export function noSuchSpace(slug: string): string {
  return `Aucun espace n'a l'adresse ${slug}`;
}

export function noSlug(word: string): string {
  return `Ce n'est pas une adresse d'espace\u00a0: ${word}. Il faut 3 à 30 lettres de a à z, chiffres ou tirets, sans tiret au bord, et aucun nom réservé`;
}

export function slugTaken(slug: string): string {
  return `L'adresse ${slug} est déjà prise`;
}

export function noMoreSpaces(most: number): string {
  return `Cette base de données a ses ${most} espaces, supprimés depuis moins de 30 jours compris\u00a0: elle n'en prend pas d'autre`;
}

export function spaceCreated(email: string, link: string): string {
  return `L'espace est créé. Ce lien, valable une fois et 7 jours, crée le compte d'administrateur de ${email}\u00a0:\n${link}`;
}

export function spaceSuspended(slug: string): string {
  return `${slug} est suspendu\u00a0: sa page le dit, et rien n'est plus envoyé.`;
}

export function spaceResumed(slug: string): string {
  return `${slug} est de nouveau ouvert.`;
}

export function spaceDeletionQuestion(slug: string): string {
  return `Cela supprime l'espace ${slug}. Il peut être rétabli pendant 30 jours. Tapez ${slug} pour continuer\u00a0: `;
}

export function spaceDeleted(slug: string, command: string): string {
  return `${slug} est supprimé. Pendant 30 jours, ${command} le rétablit.`;
}

export function spaceRestored(slug: string): string {
  return `${slug} est rétabli.`;
}

export function spaceImported(slug: string, address: string): string {
  return `La sauvegarde est dans l'espace ${slug}\u00a0: ${address}. Chacun s'y reconnecte.`;
}

export const importNeedsAdmin =
  "Cette sauvegarde n'a pas d'autre administrateur que le compte intégré, qui n'existe pas dans un espace\u00a0: nommez-en un, et sauvegardez de nouveau";

export function filesGone(slug: string): string {
  return `Les données de ${slug} ne sont plus là`;
}

export function wrongState(slug: string, state: SpaceStateName): string {
  return `${slug} est ${STATE_WORDS[state]}\u00a0: rien n'a changé`;
}

type SpaceStateName = "new" | "active" | "suspended" | "deleted" | "importing";

export const STATE_WORDS: Readonly<Record<SpaceStateName, string>> = {
  new: "neuf",
  active: "ouvert",
  suspended: "suspendu",
  deleted: "supprimé",
  importing: "inachevé",
};

export const SPACES_COLUMNS = ["ADRESSE", "PERSONNES", "ÉVÉNEMENTS", "OCTETS", "DERNIER USAGE", "ÉTAT"] as const;
