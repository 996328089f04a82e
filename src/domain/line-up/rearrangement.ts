import type { Person } from "../people/people.ts";
import { PLACES_MAX } from "./band-roles.ts";
import { type Fillings, type LineUp, type Move, emptyFillings } from "./fillings.ts";
import type { Player } from "./players/players.ts";
import { isWithin, NO_ROLE, type RoleSet, type Scale, secondRoles, sizeOf } from "./players/role-sets.ts";

/** How more roles can be filled when a person joins. */
export interface Rearrangement {
  /** All roles filled afterwards. */
  readonly filled: RoleSet;
  /** What the newcomer takes. */
  readonly taken: RoleSet;
  /** The other people whose roles change. Each one comes after the person who takes over a role of theirs. */
  readonly moves: readonly Move[];
}

type RolesOfPeople = ReadonlyMap<Person, RoleSet>;

/** One change costs more than all the second roles that a line-up can have. */
const CHANGE_COST = Math.floor(PLACES_MAX / 2) + 1;

/**
 * Returns a function that computes how a newcomer lets `players`, arranged as in `before`, fill more roles: as many as
 * possible, then with the fewest changes, then with the fewest people with two roles. It returns `null` if the newcomer
 * adds no role.
 */
export function createRearranger(
  scale: Scale,
  players: readonly Player[],
  before: LineUp,
): (newcomer: Player) => Rearrangement | null {
  const rolesBefore = rolesOfPeople(scale, before);
  const nearest = nearestFillings(scale, players, rolesBefore);

  return (newcomer) => {
    let best: { filled: RoleSet; taken: RoleSet; cost: number } | null = null;
    for (const filled of scale.largestFirst) {
      if (sizeOf(filled) <= before.length || (best && sizeOf(filled) < sizeOf(best.filled))) break;
      for (const taken of newcomer.parts.filter((part) => isWithin(part, filled))) {
        const cost = nearest.costOf(scale.without(filled, taken)) + secondRoles(taken);
        if (cost < (best?.cost ?? Infinity)) best = { filled, taken, cost };
      }
    }
    if (!best) return null;
    const { filled, taken } = best;
    const rolesAfter = rolesOfPeople(scale, nearest.lineUpOf(scale.without(filled, taken)));
    return { filled, taken, moves: movesBetween(scale, rolesBefore, rolesAfter, taken) };
  };
}

function rolesOfPeople(scale: Scale, lineUp: LineUp): RolesOfPeople {
  const roles = new Map<Person, RoleSet>();
  for (const { role, holder } of lineUp) roles.set(holder, (roles.get(holder) ?? NO_ROLE) | scale.setOf([role]));
  return roles;
}

/**
 * The fillings by people who already have a role. A person without one cannot help: with them, `before` would already
 * have filled one more role or spared somebody a second role, because it is the best line-up. Nobody loses their only
 * role either: giving it back saves a change or a second role.
 */
function nearestFillings(scale: Scale, players: readonly Player[], rolesBefore: RolesOfPeople): Fillings {
  const costFor = (person: Person, roles: RoleSet) =>
    (roles === rolesBefore.get(person) ? 0 : CHANGE_COST) + secondRoles(roles);
  return emptyFillings(scale).with(
    players
      .filter(({ person }) => rolesBefore.has(person))
      .map(({ person, parts }) => ({
        person,
        parts: parts.map((roles) => ({ roles, cost: costFor(person, roles) })),
      })),
  );
}

function movesBetween(scale: Scale, before: RolesOfPeople, after: RolesOfPeople, taken: RoleSet): Move[] {
  const moves = Array.from(after, ([person, to]) => ({ person, from: before.get(person) as RoleSet, to }));
  return chainOf(
    moves.filter(({ from, to }) => from !== to),
    taken,
  ).map(({ person, from, to }) => ({ person, from: scale.rolesIn(from), to: scale.rolesIn(to) }));
}

/** Sorts the moves in the order in which they follow from the `taken` roles. */
function chainOf<M extends { readonly from: RoleSet; readonly to: RoleSet }>(moves: readonly M[], taken: RoleSet): M[] {
  const next = moves.find(({ from }) => (from & taken) !== 0) ?? moves[0];
  if (!next) return [];
  return [
    next,
    ...chainOf(
      moves.filter((move) => move !== next),
      taken | next.to,
    ),
  ];
}
