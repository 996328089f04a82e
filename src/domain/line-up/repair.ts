import { presentPeople } from "../availability/availability.ts";
import type { Person } from "../people/people.ts";
import { type BandRole, covers, inScaleOrder, lackingIn, placesOf } from "./band-roles.ts";
import type { LineUp } from "./fillings.ts";
import { holdingsOf, type KeptLineUp, nextPlaces, rolesOfPerson } from "./kept-line-up.ts";
import { largestFillable } from "./line-up.ts";
import type { PlayQuestion } from "./play-state.ts";
import { inTellingOrder } from "./repairing/move-order.ts";
import { createRepairer } from "./repairing/repairer.ts";
import type { Turns } from "./turns.ts";

/** A person whose roles a repair changes. Nobody who could keep all their roles leaves the line-up. */
export interface RepairMove {
  readonly person: Person;
  /** Empty: they were not on the line-up. */
  readonly from: readonly BandRole[];
  readonly to: readonly BandRole[];
}

/** The smallest change that makes a kept line-up whole again, as far as those present can. */
export interface Repair {
  readonly lineUp: KeptLineUp;
  /** In an order in which each can be told alone: nobody takes a role before it is free, unless people swap roles. */
  readonly moves: readonly RepairMove[];
  /** The required roles that stay open, each as often as people lack. */
  readonly open: readonly BandRole[];
}

/**
 * The line-up of those present that fills the most required roles, the earliest on a tie; among these the nearest to the
 * kept one. `repairing/repairer.ts` says what is nearer.
 */
export function repairOf(question: PlayQuestion, kept: KeptLineUp, turns: Turns): Repair {
  const { fillings } = createRepairer(question, kept, turns);
  return repairFrom(question, kept, fillings.lineUpOf(largestFillable(fillings)));
}

/**
 * What a repair leaves as it is: the places of those present who have only places that are no longer required, may still
 * take all of them, and take no other one.
 */
function untouched({ requiredRoles, availability, combinablePairs }: PlayQuestion, kept: KeptLineUp, lineUp: LineUp) {
  const keptRoles = kept.map(({ role }) => role);
  const isSpare = (role: BandRole) => placesOf(keptRoles, role) > placesOf(requiredRoles, role);
  return kept.filter(({ userId: keptId }) => {
    const person = presentPeople(availability).find(({ userId }) => userId === keptId);
    if (person === undefined || lineUp.some(({ holder }) => holder.id === keptId)) return false;
    const roles = rolesOfPerson(kept, keptId);
    const isHeld = roles.every((role) => isSpare(role) && person.positions.some((position) => covers(position, role)));
    return isHeld && (roles.length < 2 || combinablePairs.some((pair) => pair.join() === roles.join()));
  });
}

/** How `kept` becomes `lineUp`. */
export function repairFrom(question: PlayQuestion, kept: KeptLineUp, lineUp: LineUp): Repair {
  const { requiredRoles } = question;
  const people = Map.groupBy(lineUp, ({ holder }) => holder);
  const moves = Array.from(people, ([person, holdings]) => ({
    person,
    from: rolesOfPerson(kept, person.id),
    to: holdings.map(({ role }) => role),
  }));
  const taken = lineUp.map(({ role, holder }) => ({ role, userId: holder.id }));
  const all = [...taken, ...untouched(question, kept, lineUp)];
  const roles = inScaleOrder([...new Set([...kept, ...all].map(({ role }) => role))]);
  return {
    lineUp: roles
      .flatMap((role) => nextPlaces(holdingsOf(kept, role), holdingsOf(all, role)))
      .filter((holding) => holding !== undefined),
    moves: inTellingOrder(moves.filter(({ from, to }) => from.join() !== to.join())),
    open: lackingIn(
      requiredRoles,
      lineUp.map(({ role }) => role),
    ),
  };
}
