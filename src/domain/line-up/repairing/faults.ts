import { answerOf, presentPeople } from "../../availability/availability.ts";
import { type BandRole, covers } from "../band-roles.ts";
import type { KeptLineUp } from "../kept-line-up.ts";
import type { PlayQuestion } from "../play-state.ts";

/** What is wrong with one role of a kept line-up. */
export interface Fault {
  readonly role: BandRole;
  /** `null`: nobody takes the role. */
  readonly userId: string | null;
  /** `open`: nobody takes it. `silent`: they did not answer, or are gone. `service`: they no longer hold the service. */
  readonly reason: "open" | "absent" | "silent" | "service";
}

/** What is wrong with a kept line-up, in the scale's order; empty when it stands. Roles that are not required do not count. */
export function faultsOf({ availability, requiredRoles }: PlayQuestion, kept: KeptLineUp): Fault[] {
  const present = new Map(presentPeople(availability).map((person) => [person.userId, person]));
  return requiredRoles.flatMap((role): Fault[] => {
    const userId = kept.find((holding) => holding.role === role)?.userId ?? null;
    if (userId === null) return [{ role, userId, reason: "open" }];
    const holder = present.get(userId);
    if (!holder) return [{ role, userId, reason: answerOf(availability, userId) === "absent" ? "absent" : "silent" }];
    const isHeld = holder.positions.some((position) => covers(position, role));
    return isHeld ? [] : [{ role, userId, reason: "service" }];
  });
}

export function isBroken(question: PlayQuestion, kept: KeptLineUp): boolean {
  return faultsOf(question, kept).length > 0;
}
