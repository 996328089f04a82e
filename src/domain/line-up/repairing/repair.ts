import { presentPeople } from "../../availability/availability.ts";
import { comparePeople } from "../../people/people.ts";
import { type BandRole, canHold, inRoleOrder, lackingIn, PLACES_MAX, placesOf } from "../band-roles.ts";
import { mayTakeAll } from "../critical-roles.ts";
import { type Candidate, type Fillings, type LineUp, type Move, emptyFillings } from "../fillings.ts";
import { areSameRoles, holdingsOf, type KeptLineUp, nextPlaces, rolesOfPerson } from "../kept-line-up.ts";
import { largestFillable } from "../line-up.ts";
import { countedOnce, type PlayQuestion, presentPlayers } from "../play-state.ts";
import { byTurn, type Player, shortlist } from "../players/players.ts";
import { type RoleSet, scaleOfRoles, secondRoles } from "../players/role-sets.ts";
import type { Turn, Turns } from "../turns.ts";
import { inAnnouncementOrder } from "./move-order.ts";

/** All line-ups of the people present, each with a cost: the closer to the kept line-up, the lower. */
interface Repairer {
  /** The people were added in alphabetical order, so that a tie goes to the earliest names. */
  readonly fillings: Fillings;
  readonly candidateOf: (player: Player) => Candidate;
  /** The part of a cost that counts changes: people whose roles change, newcomers, and newcomers who play elsewhere at that time. */
  readonly effortOf: (cost: number) => number;
}

/**
 * The costs of what makes a line-up differ from the kept one. They are lexicographic: one unit of a field outweighs all
 * fields after it together. A second role costs 1, the least.
 */
interface Weights {
  readonly taken: number;
  readonly change: number;
  readonly newcomer: number;
  readonly beyondWish: number;
  readonly playedOnce: number;
}

/** More than a line-up can have of anything that is counted: people, or second roles. */
const MANY = PLACES_MAX + 1;

/** @param mostPlayed how often anybody played */
function weightsFor(mostPlayed: number): Weights {
  const playedOnce = MANY;
  const beyondWish = playedOnce * MANY * (mostPlayed + 1);
  const newcomer = beyondWish * MANY;
  const change = newcomer * MANY;
  // Twice, because the number of changes is between -MANY and MANY: each person who keeps their roles lowers it.
  const taken = change * 2 * MANY;
  return { taken, change, newcomer, beyondWish, playedOnce };
}

/**
 * The closest line-up to `kept` has, in this order of importance: the fewest newcomers who are taken by another event
 * at that time; the fewest people whose roles change; the fewest newcomers; the fewest newcomers beyond their wish;
 * newcomers who played least; the fewest people with two roles (two people with one role each rather than one with both
 * and one with none); the earliest names.
 */
export function createRepairer(question: PlayQuestion, kept: KeptLineUp, turns: Turns): Repairer {
  const scale = scaleOfRoles(question.requiredRoles);
  const weights = weightsFor(Math.max(0, ...Array.from(turns.values(), ({ played }) => played)));

  /** A person of `kept` with other roles costs nothing, and one who keeps their roles lowers the cost by `change`. */
  function costOf(roles: RoleSet, before: readonly BandRole[], turn: Turn | undefined): number {
    const secondRoleCost = secondRoles(roles);
    if (before.length > 0) return secondRoleCost - (areSameRoles(scale.rolesIn(roles), before) ? weights.change : 0);
    const played = weights.playedOnce * (turn?.played ?? 0) + (turn?.isBeyondWish === true ? weights.beyondWish : 0);
    const taken = turn?.takenAt === undefined ? 0 : weights.taken;
    return secondRoleCost + taken + weights.change + weights.newcomer + played;
  }

  function candidateOf({ person, parts }: Player): Candidate {
    const before = rolesOfPerson(kept, person.id);
    const turn = turns.get(person.id);
    return { person, parts: parts.map((roles) => ({ roles, cost: costOf(roles, before, turn) })) };
  }

  // Of two rows that may be one person, `countedOnce` leaves one out.
  const present = presentPlayers(countedOnce(question));
  const isOnKept = ({ person }: Player): boolean => rolesOfPerson(kept, person.id).length > 0;
  const newcomers = byTurn(
    present.filter((player) => !isOnKept(player)),
    turns,
  );
  const considered = [...present.filter(isOnKept), ...shortlist(scale, newcomers)];
  const candidates = considered.toSorted((a, b) => comparePeople(a.person, b.person)).map(candidateOf);
  return {
    fillings: emptyFillings(scale).with(candidates),
    candidateOf,
    effortOf: (cost) => Math.floor(cost / weights.newcomer),
  };
}

/** The smallest change that makes a kept line-up complete again, as far as the people present can. */
export interface Repair {
  readonly lineUp: KeptLineUp;
  /** Who gets new or other roles, in the order of `inAnnouncementOrder`. Who loses all roles is not listed. */
  readonly moves: readonly Move[];
  /** The required roles that stay open, each once for each missing person. */
  readonly open: readonly BandRole[];
}

/**
 * The line-up of the people present that fills the most required roles, on a tie the earliest roles; among these the
 * closest to the kept one (`createRepairer`).
 */
export function repairOf(question: PlayQuestion, kept: KeptLineUp, turns: Turns): Repair {
  const { fillings } = createRepairer(question, kept, turns);
  return repairFrom(question, kept, fillings.lineUpOf(largestFillable(fillings)));
}

/**
 * The kept places that a repair leaves as they are, because none of their roles is still required. Their holders are
 * present, may still take all of them, and have no place in the new line-up.
 */
function untouchedPlaces(
  { requiredRoles, availability, combinablePairs }: PlayQuestion,
  kept: KeptLineUp,
  lineUp: LineUp,
) {
  const keptRoles = kept.map(({ role }) => role);
  const hasSpare = (role: BandRole) => placesOf(keptRoles, role) > placesOf(requiredRoles, role);
  return kept.filter(({ userId: keptId }) => {
    const person = presentPeople(availability).find(({ userId }) => userId === keptId);
    if (person === undefined || lineUp.some(({ holder }) => holder.id === keptId)) return false;
    const roles = rolesOfPerson(kept, keptId);
    const mayStay = roles.every((role) => hasSpare(role) && canHold(person, role));
    return mayStay && mayTakeAll(roles, combinablePairs);
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
  const filled = lineUp.map(({ role, holder }) => ({ role, userId: holder.id }));
  const all = [...filled, ...untouchedPlaces(question, kept, lineUp)];
  const roles = inRoleOrder([...new Set([...kept, ...all].map(({ role }) => role))]);
  return {
    lineUp: roles
      .flatMap((role) => nextPlaces(holdingsOf(kept, role), holdingsOf(all, role)))
      .filter((holding) => holding !== undefined),
    moves: inAnnouncementOrder(moves.filter(({ from, to }) => !areSameRoles(from, to))),
    open: lackingIn(
      requiredRoles,
      lineUp.map(({ role }) => role),
    ),
  };
}
