import { comparePeople, type Person } from "../../people/people.ts";
import type { KeptLineUp } from "../kept-line-up.ts";
import { largestFillable } from "../line-up.ts";
import { type PlayQuestion, unansweredPlayers } from "../play-state.ts";
import { isTaken } from "../players/players.ts";
import { NO_ROLE, sizeOf } from "../players/role-sets.ts";
import type { Turns } from "../turns.ts";
import { createRepairer, type Repair, repairFrom } from "./repair.ts";

/** The price of a person's yes: the changes of roles in the repair that becomes possible with this person. */
export interface PriceOfYes {
  readonly person: Person;
  readonly repair: Repair;
  /** They wish to play less often, so they come after all others whose yes has the same effect. */
  readonly isBeyondWish: boolean;
}

/**
 * The people who have not answered and whose yes would let the repair fill more roles, or change fewer people. Those
 * with whom the most roles, then the earliest, are filled come first; then free people, people within their wish, and
 * those with the cheapest repair.
 */
export function pricesOf(question: PlayQuestion, kept: KeptLineUp, turns: Turns): PriceOfYes[] {
  const { fillings, candidateOf, effortOf } = createRepairer(question, kept, turns);
  const filledNow = largestFillable(fillings);
  const effortNow = effortOf(fillings.costOf(filledNow));
  return unansweredPlayers(question)
    .map((player) => {
      const isBeyondWish = turns.get(player.person.id)?.isBeyondWish ?? false;
      return { person: player.person, isBeyondWish, joining: fillings.joinedBy(candidateOf(player)) };
    })
    .filter(
      ({ joining: { filled, taken, cost } }) =>
        taken !== NO_ROLE && (filled !== filledNow || effortOf(cost) < effortNow),
    )
    .toSorted(
      (a, b) =>
        sizeOf(b.joining.filled) - sizeOf(a.joining.filled) ||
        b.joining.filled - a.joining.filled ||
        Number(isTaken(a, turns)) - Number(isTaken(b, turns)) ||
        Number(a.isBeyondWish) - Number(b.isBeyondWish) ||
        a.joining.cost - b.joining.cost ||
        comparePeople(a.person, b.person),
    )
    .map(({ person, isBeyondWish, joining }) => ({
      person,
      isBeyondWish,
      repair: repairFrom(question, kept, joining.lineUp),
    }));
}
