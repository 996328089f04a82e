import { answerOf, presentPeople } from "../../availability/availability.ts";
import { type BandRole, canHold, placesOf } from "../band-roles.ts";
import { holdingsOf, type KeptHolding, type KeptLineUp } from "../kept-line-up.ts";
import type { PlayQuestion } from "../play-state.ts";

/** What is wrong with one place of a kept line-up. */
export interface Fault {
  readonly role: BandRole;
  /** `null`: nobody takes the role. */
  readonly userId: string | null;
  /** `silent`: they did not answer, or were deleted. `service`: they no longer hold the service. */
  readonly reason: "open" | "absent" | "silent" | "service";
}

/** What is wrong with a kept line-up, in role order. Places that are not required do not count. */
export function faultsOf({ availability, requiredRoles }: PlayQuestion, kept: KeptLineUp): Fault[] {
  const present = new Map(presentPeople(availability).map((person) => [person.userId, person]));
  const reasonOf = ({ role, userId }: KeptHolding): Fault["reason"] | null => {
    const holder = present.get(userId);
    if (!holder) return answerOf(availability, userId) === "absent" ? "absent" : "silent";
    return canHold(holder, role) ? null : "service";
  };
  return [...new Set(requiredRoles)].flatMap((role): Fault[] => {
    const holdings = holdingsOf(kept, role);
    const needed = placesOf(requiredRoles, role);
    const wrong = holdings.flatMap((holding): Fault[] => {
      const reason = reasonOf(holding);
      return reason === null ? [] : [{ ...holding, reason }];
    });
    const rightCount = holdings.length - wrong.length;
    const faultCount = Math.max(0, needed - rightCount);
    const open = Array.from({ length: faultCount }, (): Fault => ({ role, userId: null, reason: "open" }));
    return [...wrong, ...open].slice(0, faultCount);
  });
}

export function isBroken(question: PlayQuestion, kept: KeptLineUp): boolean {
  return faultsOf(question, kept).length > 0;
}
