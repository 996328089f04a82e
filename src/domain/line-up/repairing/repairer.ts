import { type BandRole, PLACES_MAX } from "../band-roles.ts";
import { comparePeople } from "../../people/people.ts";
import { countedOnce } from "../players/counted-once.ts";
import { type Candidate, type Fillings, nobodyOn } from "../fillings.ts";
import { type KeptLineUp, rolesOfPerson } from "../kept-line-up.ts";
import { type PlayQuestion, presentPlayers, scaleOf } from "../play-state.ts";
import { byTurn, type Player, shortlist } from "../players/players.ts";
import { type RoleSet, type Scale, secondRoles } from "../players/role-sets.ts";
import type { Turn, Turns } from "../turns.ts";

/** The line-ups of those present, by how near they are to a kept one. */
export interface Repairer {
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
 * people whose roles change, then the fewest who were not on it, then
 * the fewest of these beyond their wish, then those who played least. Then nobody who was on it is left without a role,
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
