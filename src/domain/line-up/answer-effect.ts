import { answerOf, withAnswer } from "../availability.ts";
import type { CriticalRole } from "../critical-roles.ts";
import type { Person } from "../people.ts";
import { keyPlayers, largestFillable, leftOutBy, lineUpsOf } from "./line-up.ts";
import { type PlayQuestion, presentPlayers } from "./play-state.ts";
import { withoutPerson } from "./players.ts";
import { ALL_ROLES, NO_ROLE, roleSet, rolesIn, sizeOf } from "./role-sets.ts";

/** What somebody's presence changes: the first of these that does. */
export type AnswerEffect =
  /** They hold no critical role. */
  | { readonly kind: "no_critical_service" }
  /** Nobody else present covers these roles. */
  | { readonly kind: "covers"; readonly roles: readonly CriticalRole[] }
  /** Without them fewer roles can be filled together; `isWhole`: with them all can. */
  | { readonly kind: "line_up"; readonly isWhole: boolean; readonly leftOutWithout: readonly CriticalRole[] }
  /** Without them, one more absence could leave no line-up. */
  | { readonly kind: "secures" }
  /** Each of their roles is covered by others. */
  | { readonly kind: "none"; readonly roles: readonly RoleOfOthers[] };

/** A role, and how many other people present can hold it. */
export interface RoleOfOthers {
  readonly role: CriticalRole;
  readonly others: number;
}

/** The planning with `me` present beside the one without me, whatever I have answered so far. */
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
