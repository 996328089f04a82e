import type { BandRole } from "../../domain/line-up/band-roles.ts";
import type { Move } from "../../domain/line-up/fillings.ts";
import type { Turn } from "../../domain/line-up/turns.ts";
import { fullName } from "../../domain/people/people.ts";
import { forTheRoles, frenchList, fromTheRoles, theRoles, toTheRoles } from "../phrases/role-phrases.ts";

/** Words of the line-up that a leader keeps for an event: who plays what. */
export const keptLineUpText = {
  title: "Formation retenue",
  keep: "Retenir cette formation",
  edit: "Modifier la formation",
  drop: "Annuler la formation",
  kept: "Formation retenue.",
  dropped: "Formation annulée.",
  restored: "Formation rétablie.",
  nobody: "À pourvoir",
  serviceGone: "N'a plus ce service",
  changedElsewhere: "La formation vient d'être changée par ailleurs. Retenir celle-ci la remplace.",
  repairedElsewhere: "La formation a été changée entre-temps\u00a0: elle n'est plus à réparer.",
  changedSince: "La formation a été changée entre-temps\u00a0: elle reste telle quelle.",
  failed: "La formation n'a pas pu être enregistrée",
  formerMember: "Personne inconnue",
} as const;

/** Follows the role in the label of its select: « Batterie : », « Voix 1 : ». */
export const AFTER_ROLE = "\u00a0:";

interface Choice {
  readonly name: string;
  /** The other places that this person has in the line-up chosen so far. */
  readonly others: readonly string[];
  /** How often they played lately; empty if it is not known. */
  readonly turn: string;
}

/** « Yannick Morel · déjà Bass · a joué 3 fois sur 4 » */
export function choiceLabel({ name, others, turn }: Choice): string {
  const double = others.length === 0 ? [] : [`déjà ${frenchList(others)}`];
  return [name, ...double, turn].filter(Boolean).join(" · ");
}

/** « Yannick Morel ne peut pas tenir à la fois la Batterie et la Bass. » */
export function notTogether(name: string, roles: readonly BandRole[]): string {
  const doubled = roles.find((role, index) => roles.indexOf(role) < index);
  if (doubled !== undefined) return `${name} ne peut pas tenir deux places de ${doubled}.`;
  return `${name} ne peut pas tenir à la fois ${theRoles(roles)}.`;
}

/** Words for a musician who looks for somebody to take their place. */
export const replacementText = {
  title: "Qui peut prendre ma place\u00a0?",
  nobody:
    "Personne d'autre dans le groupe ne peut prendre cette place sans avoir déjà répondu. Prévenez la personne qui organise.",
  first: "La première personne qui dit oui prend la place, et l'équipe est prévenue.",
} as const;

export const placeToTake = (roles: readonly BandRole[]) => `Votre place dans la formation\u00a0: ${frenchList(roles)}.`;

/** « pris à 10:00 », for a person who is present at another event at that time; empty for others */
export const takenWords = ({ takenAt }: Pick<Turn, "takenAt"> = {}) =>
  takenAt === undefined ? "" : `pris à ${takenAt}`;

/** « pris à 10:00 · a joué 3 fois sur 4 », without what does not apply */
export function turnWords(turn: Omit<Turn, "userId">): string {
  const { played, of, isBeyondWish } = turn;
  const often = of === 0 ? "" : `a joué ${played}\u00a0fois sur ${of}`;
  const wish = isBeyondWish ? "au-delà de son souhait" : "";
  return [takenWords(turn), often, wish].filter(Boolean).join(" · ");
}

export const repairText = {
  title: "Réparation proposée",
  impossible: "Avec les personnes présentes, la formation ne peut pas être réparée.",
  nothingElse: "Rien d'autre ne change.",
  apply: "Appliquer la réparation",
  applied: "Formation réparée.",
  newcomer: "puis",
} as const;

/** « Paul passe de la Bass à la Batterie, Anna prend la Bass. » */
export const repairSentence = (moves: readonly Move[]) => `${moves.map((move) => moveClause(move)).join(", ")}.`;

interface MoveVerbs {
  readonly leaves: string;
  readonly takes: string;
  readonly passes: string;
}

const NOW: MoveVerbs = { leaves: "laisse", takes: "prend", passes: "passe" };
export const PERHAPS: MoveVerbs = { leaves: "laisserait", takes: "prendrait", passes: "passerait" };

export function moveClause({ person, from, to }: Move, { leaves, takes, passes } = NOW): string {
  const name = fullName(person);
  const left = from.filter((role) => !to.includes(role));
  const added = to.filter((role) => !from.includes(role));
  if (added.length === 0) return `${name} ${leaves} ${theRoles(left)}`;
  if (from.length === 0) return `${name} ${takes} ${theRoles(added)}`;
  if (left.length === 0) return `${name} ${takes} aussi ${theRoles(added)}`;
  return `${name} ${passes} ${fromTheRoles(left)} ${toTheRoles(added)}`;
}

/** The roles that stay open after the repair: « Il manque toujours quelqu'un pour la Sono. » */
export const stillOpenSentence = (roles: readonly BandRole[]) => `Il manque toujours quelqu'un ${forTheRoles(roles)}.`;
