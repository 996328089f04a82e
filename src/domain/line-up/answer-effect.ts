import { answerOf, withAnswer } from "../availability/availability.ts";
import type { CriticalRole } from "./critical-roles.ts";
import type { Person } from "../people/people.ts";
import { keyPlayers, largestFillable, leftOutBy, lineUpsOf } from "./line-up.ts";
import { type PlayQuestion, presentPlayers } from "./play-state.ts";
import { withoutPerson } from "./players.ts";
import { ALL_ROLES, NO_ROLE, roleSet, rolesIn, sizeOf } from "./role-sets.ts";

/** What a person's presence changes: the first of these effects that applies. */
export type AnswerEffect =
  /** They hold no critical role. */
  | { readonly kind: "no_critical_service" }
  /** Nobody else present covers these roles. */
  | { readonly kind: "covers"; readonly roles: readonly CriticalRole[] }
  /** Without them fewer roles can be filled together. `isWhole`: with them all roles can. */
  | { readonly kind: "line_up"; readonly isWhole: boolean; readonly leftOutWithout: readonly CriticalRole[] }
  /** Without them, one more absence could make a line-up impossible. */
  | { readonly kind: "secures" }
  /** Others cover each of their roles. */
  | { readonly kind: "none"; readonly roles: readonly RoleOfOthers[] };

/** A role, and how many others who are present can hold it. */
export interface RoleOfOthers {
  readonly role: CriticalRole;
  readonly others: number;
}

/** Compares the event with and without `me` present, whatever I have answered so far. */
export function answerEffect(question: PlayQuestion, me: Person): AnswerEffect {
  const isPresent = answerOf(question.availability, me.id) === "present";
  const availability = isPresent ? question.availability : withAnswer(question.availability, me, "present");
  const withMe = presentPlayers({ ...question, availability });
  const mine = withMe.find(({ person }) => person.id === me.id);
  if (!mine) return { kind: "no_critical_service" };

  const withoutMe = withoutPerson(withMe, me);
  const heldWithoutMe = withoutMe.reduce((all, { held }) => all | held, NO_ROLE);
  const covered = mine.held & ~heldWithoutMe;
  if (covered !== NO_ROLE) return { kind: "covers", roles: rolesIn(covered) };

  const [lineUpsWith, lineUpsWithout] = [lineUpsOf(withMe), lineUpsOf(withoutMe)];
  const filled = largestFillable(lineUpsWith);
  if (sizeOf(filled) > sizeOf(largestFillable(lineUpsWithout)))
    return { kind: "line_up", isWhole: filled === ALL_ROLES, leftOutWithout: leftOutBy(lineUpsWithout) };

  const isPossible = filled === ALL_ROLES;
  if (isPossible && keyPlayers(withoutMe, lineUpsWithout).length > 0 && keyPlayers(withMe, lineUpsWith).length === 0)
    return { kind: "secures" };

  const roles = rolesIn(mine.held).map((role) => ({
    role,
    others: withoutMe.filter(({ held }) => (held & roleSet([role])) !== 0).length,
  }));
  return { kind: "none", roles };
}
