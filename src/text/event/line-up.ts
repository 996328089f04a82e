import { type BandRole, hasSeveral, placesOf } from "../../domain/line-up/band-roles.ts";
import type { JoinCandidate } from "../../domain/line-up/bench.ts";
import type { LineUp } from "../../domain/line-up/fillings.ts";
import type { Blockage } from "../../domain/line-up/line-up.ts";
import type { PlayVerdict, WeakPoint } from "../../domain/line-up/play-verdict.ts";
import { fullName, type Person } from "../../domain/people/people.ts";
import { capitalised } from "../phrases/marks.ts";
import { countInWords, forTheRoles, frenchList } from "../phrases/role-phrases.ts";

export const lineUpText = {
  question: "Peut-on jouer\u00a0?",
  possibleLineUp: "Formation possible",
} as const;

/** Shown instead of a verdict, or of a list of roles. */
export const NO_ROLE_NEEDED = "Aucun rôle n'est nécessaire pour cet événement.";

/** A line-up, and the required roles that it leaves out. */
interface Incomplete {
  readonly lineUp: readonly { readonly role: BandRole }[];
  readonly leftOut: readonly BandRole[];
}

/** The verbs for a coming event. */
const COMING = {
  isHeld: "est tenu",
  areHeld: "sont tenus",
  wouldSuffice: "suffirait",
  wouldNotSuffice: "ne suffirait pas",
  wouldLack: "il manquerait quelqu'un",
  is: "est",
  are: "sont",
  can: "peut",
  canAll: "peuvent",
};
type Verbs = typeof COMING;

const PAST: Verbs = {
  isHeld: "était tenu",
  areHeld: "étaient tenus",
  wouldSuffice: "aurait suffi",
  wouldNotSuffice: "n'aurait pas suffi",
  wouldLack: "il aurait manqué quelqu'un",
  is: "était",
  are: "étaient",
  can: "pouvait",
  canAll: "pouvaient",
};

/** The verbs for the case that everybody who has not answered comes. */
const AT_BEST: Verbs = { ...COMING, is: "serait", are: "seraient", can: "pourrait", canAll: "pourraient" };

/** With more people than this, a sentence naming the effect of each absence would be too long. */
const MOST_WEAK_POINTS_EXPLAINED = 3;

/** One sentence that says whether the group can play, with names and reasons. */
export function verdictSentence(verdict: PlayVerdict): string {
  const verbs = verdict.isPast ? PAST : COMING;
  switch (verdict.state) {
    case "complete":
      if (verdict.lineUp.length === 0) return NO_ROLE_NEEDED;
      return `${holding(verdict.lineUp, verbs)}, et une absence ${verbs.wouldNotSuffice} à l'empêcher.`;
    case "fragile":
      return `${holding(verdict.lineUp, verbs)}, mais ${weakness(verdict.weakPoints, verbs)}.`;
    case "not_together":
      return onlyOnes(verdict.blockage, verbs);
    case "roles_to_fill":
      return rolesToFill(lackingRoles(verdict.missing, requiredOf(verdict)));
    case "out_of_reach":
      return outOfReach(verdict.blockage, verdict);
  }
}

/** The roles that too few people hold. */
interface Lacking {
  /** The roles that nobody holds. */
  readonly nobodyFor: readonly BandRole[];
  /** The roles needed several times that `count` people hold. */
  readonly tooFewFor: readonly { readonly role: BandRole; readonly count: number; readonly needed: number }[];
}

const requiredOf = ({ lineUp, leftOut }: Incomplete): BandRole[] => [...lineUp.map(({ role }) => role), ...leftOut];

/** @param missing each role once for each missing person */
function lackingRoles(missing: readonly BandRole[], required: readonly BandRole[]): Lacking {
  const roles = [...new Set(missing)].map((role) => {
    // A role is needed at least as often as it is missing.
    const needed = Math.max(placesOf(required, role), placesOf(missing, role));
    return { role, needed, count: needed - placesOf(missing, role) };
  });
  return {
    nobodyFor: roles.filter(({ count }) => count === 0).map(({ role }) => role),
    tooFewFor: roles.filter(({ count }) => count > 0),
  };
}

function rolesToFill({ nobodyFor, tooFewFor }: Lacking): string {
  const nobody = `Personne n'est présent ${forTheRoles(nobodyFor, "ni")}`;
  if (tooFewFor.length === 0) return `${nobody}, mais les réponses qui manquent peuvent encore suffire.`;
  const sentences = tooFewFor.map(({ role, count, needed }) => {
    const people =
      count === 1 ? "Une seule personne est présente" : `${capitalised(countInWords(count))} personnes sont présentes`;
    return `${people} ${forTheRoles([role])}, et il en faut ${countInWords(needed)}.`;
  });
  const all = nobodyFor.length === 0 ? sentences : [`${nobody}.`, ...sentences];
  return [...all, "Les réponses qui manquent peuvent encore suffire."].join(" ");
}

/** « qu'une personne pour la Voix, et il en faut deux » */
function onlySoMany({ role, count, needed }: Lacking["tooFewFor"][number], verb: string): string {
  const people = count === 1 ? "qu'une personne" : `que ${countInWords(count)} personnes`;
  return `${people} ${forTheRoles([role])}, et il en ${verb} ${countInWords(needed)}`;
}

/** « Les sept rôles sont tenus par six personnes (Léa Petit : Lead et Guitare) » */
function holding(lineUp: LineUp, verbs: Verbs): string {
  const people = Map.groupBy(lineUp, ({ holder }) => holder);
  const busy = Array.from(people)
    .filter(([, holdings]) => holdings.length > 1)
    .map(([person, holdings]) => `${fullName(person)}\u00a0: ${frenchList(holdings.map(({ role }) => role))}`);
  const detail = busy.length > 0 ? ` (${busy.join("\u00a0; ")})` : "";
  const held = hasSeveral(lineUp.map(({ role }) => role))
    ? `places ${verbs.areHeld}`.replace("tenus", "tenues")
    : `rôles ${verbs.areHeld}`;
  const roles = lineUp.length === 1 ? `Le seul rôle ${verbs.isHeld}` : `Les ${countInWords(lineUp.length)} ${held}`;
  return `${roles} par ${countInWords(people.size)} personne${people.size > 1 ? "s" : ""}${detail}`;
}

/** « une seule absence suffirait à l'empêcher : sans Léa Petit, il manquerait quelqu'un pour la Guitare » */
function weakness(weakPoints: readonly WeakPoint[], verbs: Verbs): string {
  if (weakPoints.length > MOST_WEAK_POINTS_EXPLAINED)
    return `une seule absence parmi ces ${countInWords(weakPoints.length)} personnes ${verbs.wouldSuffice} à l'empêcher\u00a0: ${namesOf(weakPoints.map(({ person }) => person))}`;
  const reasons = weakPoints.map(
    ({ person, leftOut }) => `sans ${fullName(person)}, ${verbs.wouldLack} ${forTheRoles(leftOut)}`,
  );
  return `une seule absence ${verbs.wouldSuffice} à l'empêcher\u00a0: ${reasons.join("\u00a0; ")}`;
}

/**
 * « Léa Petit est la seule personne présente pour le Lead et pour la Bass, et ne peut pas tenir les deux à la fois. »
 * « personne » is always feminine, so the sentence fits people of any gender.
 */
function onlyOnes({ roles, holders }: Blockage, verbs: Verbs): string {
  const together = `pas tenir les ${countInWords(roles.length)} à la fois`;
  return holders.length === 1
    ? `${namesOf(holders)} ${verbs.is} la seule personne présente ${forTheRoles(roles)}, et ne ${verbs.can} ${together}.`
    : `${namesOf(holders)} ${verbs.are} les seules personnes présentes ${forTheRoles(roles)}, et ne ${verbs.canAll} ${together}.`;
}

function outOfReach(blockage: Blockage, verdict: Incomplete & { readonly isPast: boolean }): string {
  const { roles, holders } = blockage;
  const { nobodyFor, tooFewFor } = lackingRoles(roles, requiredOf(verdict));
  const nobody = nobodyFor.length === 0 ? [] : [`personne ${forTheRoles(nobodyFor, "ni")}`];
  if (verdict.isPast) {
    const lacking = [...nobody, ...tooFewFor.map((role) => onlySoMany(role, "fallait"))];
    return lacking.map((clause) => `Il n'y avait ${clause}.`).join(" ");
  }
  if (holders.length > 0) return `Même avec tous les oui encore possibles, ${onlyOnes(blockage, AT_BEST)}`;
  const lacking = [...nobody, ...tooFewFor.map((role) => onlySoMany(role, "faut"))];
  return `Il n'y a ${lacking.join("\u00a0; il n'y a ")}, même avec tous les oui encore possibles.`;
}

/** Names the roles that too few people of the team hold. */
export function heldByNobodySentence(roles: readonly BandRole[], required: readonly BandRole[] = roles): string {
  const { nobodyFor, tooFewFor } = lackingRoles(roles, required);
  const clauses = [
    ...(nobodyFor.length === 0 ? [] : [`personne n'a encore choisi ${frenchList(nobodyFor, "ni")} parmi ses services`]),
    ...tooFewFor.map(
      ({ role, count, needed }) =>
        `${count === 1 ? "une seule personne a" : `${countInWords(count)} personnes ont`} choisi ${role}, et il en faut ${countInWords(needed)}`,
    ),
  ];
  return `Dans l'équipe, ${clauses.join("\u00a0; ")}\u00a0: invitez quelqu'un, ou complétez un profil.`;
}

const MOST_CANDIDATES_NAMED = 5;

/** « Camille Perrin (Lead) a un compte et pourrait rejoindre ce groupe. » */
export function couldJoinSentence(candidates: readonly JoinCandidate[]): string {
  const named = candidates
    .slice(0, MOST_CANDIDATES_NAMED)
    .map(({ person, roles }) => `${fullName(person)} (${frenchList(roles)})`);
  const others = candidates.length - named.length;
  const names = others === 0 ? named : [...named, others === 1 ? "une autre personne" : `${others} autres personnes`];
  const verb = candidates.length === 1 ? "a un compte et pourrait" : "ont un compte et pourraient";
  return `${frenchList(names)} ${verb} rejoindre ce groupe.`;
}

const namesOf = (people: readonly Person[]) => frenchList(people.map(fullName));
export const namesakeQuestion = (name: string) => `Deux personnes portent le nom ${name}\u00a0: est-ce la même\u00a0?`;
