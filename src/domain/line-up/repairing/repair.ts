import { presentPeople } from "../../availability/availability.ts";
import { comparePeople } from "../../people/people.ts";
import { type BandRole, canHold, inScaleOrder, lackingIn, PLACES_MAX, placesOf } from "../band-roles.ts";
import { type Candidate, type Fillings, type LineUp, type Move, nobodyOn } from "../fillings.ts";
import { holdingsOf, type KeptLineUp, nextPlaces, rolesOfPerson } from "../kept-line-up.ts";
import { largestFillable } from "../line-up.ts";
import { countedOnce, type PlayQuestion, presentPlayers, scaleOf } from "../play-state.ts";
import { byTurn, type Player, shortlist } from "../players/players.ts";
import { type RoleSet, type Scale, secondRoles } from "../players/role-sets.ts";
import type { Turn, Turns } from "../turns.ts";
import { inTellingOrder } from "./move-order.ts";

/** The line-ups of those present, by how near they are to a kept one. */
interface Repairer {
  /** The cost orders the line-ups that fill the same roles; their people were added in alphabetical order. */
  readonly fillings: Fillings;
  readonly candidateOf: (player: Player) => Candidate;
  /** The part of a cost that says how many people's roles change, and how many of them are newcomers. */
  readonly effortOf: (cost: number) => number;
}

/**
 * How much each thing costs, beside a second role, which costs 1: one of a kind costs more than all that a line-up can
 * have of the kinds after it.
 */
interface Prices {
  readonly taken: number;
  readonly change: number;
  readonly newcomer: number;
  readonly beyondWish: number;
  readonly playedOnce: number;
}

/** More than the people on a line-up, and than their second roles. */
const MANY = PLACES_MAX + 1;

/** @param mostPlayed how often anybody played */
function pricesFor(mostPlayed: number): Prices {
  const playedOnce = MANY;
  const beyondWish = playedOnce * MANY * (mostPlayed + 1);
  const newcomer = beyondWish * MANY;
  const change = newcomer * MANY;
  const taken = change * MANY;
  return { taken, change, newcomer, beyondWish, playedOnce };
}

/**
 * Compares line-ups with `kept`: first the fewest newcomers who are taken by another event at that time, then the fewest
 * people whose roles change, then the fewest who were not on it, then the fewest of these beyond their wish, then those
 * who played least. Then nobody who was on it is left without a role,
 * which is the same as the fewest people with two roles. At last, names.
 */
export function createRepairer(question: PlayQuestion, kept: KeptLineUp, turns: Turns): Repairer {
  const scale = scaleOf(question);
  const prices = pricesFor(Math.max(0, ...Array.from(turns.values(), ({ played }) => played)));

  /** Those who were on it count as changed unless they keep their roles; the constant number of all of them is left out. */
  function costOf(roles: RoleSet, before: readonly BandRole[], turn: Turn | undefined): number {
    const doubled = secondRoles(roles);
    if (before.length > 0) return doubled - (isSame(scale, roles, before) ? prices.change : 0);
    const played = prices.playedOnce * (turn?.played ?? 0) + (turn?.isBeyondWish === true ? prices.beyondWish : 0);
    const taken = turn?.takenAt === undefined ? 0 : prices.taken;
    return doubled + taken + prices.change + prices.newcomer + played;
  }

  function candidateOf({ person, parts }: Player): Candidate {
    const before = rolesOfPerson(kept, person.id);
    const turn = turns.get(person.id);
    return { person, parts: parts.map((roles) => ({ roles, cost: costOf(roles, before, turn) })) };
  }

  const present = presentPlayers(countedOnce(question));
  const wasOnIt = ({ person }: Player): boolean => rolesOfPerson(kept, person.id).length > 0;
  const newcomers = byTurn(
    present.filter((player) => !wasOnIt(player)),
    turns,
  );
  const considered = [...present.filter(wasOnIt), ...shortlist(scale, newcomers)];
  const candidates = considered.toSorted((a, b) => comparePeople(a.person, b.person)).map(candidateOf);
  return {
    fillings: nobodyOn(scale).and(candidates),
    candidateOf,
    effortOf: (cost) => Math.floor(cost / prices.newcomer),
  };
}

function isSame(scale: Scale, roles: RoleSet, before: readonly BandRole[]): boolean {
  return scale.rolesIn(roles).join() === before.join();
}

/** The smallest change that makes a kept line-up whole again, as far as those present can. */
export interface Repair {
  readonly lineUp: KeptLineUp;
  /** Nobody who could keep all their roles leaves. In an order in which each can be told alone: nobody takes a role before it is free, unless people swap roles. */
  readonly moves: readonly Move[];
  /** The required roles that stay open, each as often as people lack. */
  readonly open: readonly BandRole[];
}

/**
 * The line-up of those present that fills the most required roles, the earliest on a tie; among these the nearest to the
 * kept one. `createRepairer` says what is nearer.
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
    const isHeld = roles.every((role) => isSpare(role) && canHold(person, role));
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
