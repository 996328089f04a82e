import { answerOf, withAnswer } from "../availability/availability.ts";
import type { Person } from "../people/people.ts";
import { type BandRole, placesOf } from "./band-roles.ts";
import { dependsOnSomebody, largestFillable, leftOutBy } from "./line-up.ts";
import { type PlayQuestion, presentPlayers } from "./play-state.ts";
import { fillableBy } from "./players/fillable.ts";
import { withoutPerson } from "./players/players.ts";
import { NO_ROLE, type RoleSet, scaleOfRoles, sizeOf } from "./players/role-sets.ts";

/** What a person's presence changes: the first of these effects that applies. */
export type AnswerEffect =
  /** They hold no required role. */
  | { readonly kind: "no_critical_service" }
  /** Too few others present cover these roles. */
  | {
      readonly kind: "covers";
      readonly roles: readonly BandRole[];
      /** The roles among them that are needed several times. */
      readonly several?: readonly SharedRole[];
    }
  /**
   * Without them fewer roles can be filled together, and `leftOutWithout` stay open. `isWhole`: with them, all roles
   * can be filled.
   */
  | { readonly kind: "line_up"; readonly isWhole: boolean; readonly leftOutWithout: readonly BandRole[] }
  /** Without them, one more absence could make a line-up impossible. */
  | { readonly kind: "secures" }
  /** Others cover each of their roles. */
  | { readonly kind: "none"; readonly roles: readonly RoleOfOthers[] };

/** A role, and how many others who are present can hold it. */
export interface RoleOfOthers {
  readonly role: BandRole;
  readonly others: number;
}

/** A role that is needed several times, and how many others who are present can hold it. */
export interface SharedRole extends RoleOfOthers {
  readonly needed: number;
}

/** Compares the event with and without `me` present, whatever I have answered so far. */
export function answerEffect(question: PlayQuestion, me: Person): AnswerEffect {
  const scale = scaleOfRoles(question.requiredRoles);
  const isPresent = answerOf(question.availability, me.id) === "present";
  const availability = isPresent ? question.availability : withAnswer(question.availability, me, "present");
  const withMe = presentPlayers({ ...question, availability });
  const myPlayer = withMe.find(({ person }) => person.id === me.id);
  if (!myPlayer) return { kind: "no_critical_service" };

  const withoutMe = withoutPerson(withMe, me);
  const othersFor = (role: BandRole): RoleOfOthers => ({
    role,
    others: withoutMe.filter(({ held }) => (held & scale.setOf([role])) !== 0).length,
  });
  const coveredBy = (players: typeof withMe): RoleSet => scale.coveredBy(players.map(({ held }) => held));
  const coveredOnlyWithMe = coveredBy(withMe) & ~coveredBy(withoutMe);
  if (coveredOnlyWithMe !== NO_ROLE) {
    const covers = scale.rolesIn(coveredOnlyWithMe);
    const shared = covers.map((role) => ({ ...othersFor(role), needed: placesOf(question.requiredRoles, role) }));
    const several = shared.filter(({ needed }) => needed > 1);
    return { kind: "covers", roles: covers, ...(several.length > 0 && { several }) };
  }

  const [fillableWith, fillableWithout] = [fillableBy(scale, withMe), fillableBy(scale, withoutMe)];
  const filled = largestFillable(fillableWith);
  const isWhole = filled === scale.all;
  if (sizeOf(filled) > sizeOf(largestFillable(fillableWithout)))
    return { kind: "line_up", isWhole, leftOutWithout: leftOutBy(fillableWithout) };

  if (isWhole && dependsOnSomebody(scale, withoutMe) && !dependsOnSomebody(scale, withMe)) return { kind: "secures" };

  return { kind: "none", roles: scale.rolesIn(myPlayer.held).map(othersFor) };
}
