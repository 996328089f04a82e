import { comparePeople, type Person } from "../people/people.ts";
import type { BandRole } from "./band-roles.ts";
import type { Fillings } from "./fillings.ts";
import { type Fillable, fillableBy } from "./players/fillable.ts";
import type { Player } from "./players/players.ts";
import type { RoleSet, Scale } from "./players/role-sets.ts";

type FillableSets = Pick<Fillable, "scale" | "canFill">;

/** Why a line-up is impossible: the roles in conflict, and all people who hold one of them. */
export interface Blockage {
  /**
   * If too few people hold some roles: these roles, each once for each missing person. Else the smallest set of roles
   * that cannot be filled; of several, the one with the earliest roles.
   */
  readonly roles: readonly BandRole[];
  /** Empty for roles that too few people hold. */
  readonly holders: readonly Person[];
}

/** A person without whom there is no line-up. */
export interface KeyPlayer {
  readonly person: Person;
  /** What can be filled without them. */
  readonly fillableWithout: Fillable;
}

/** The largest set that can be filled; of several, the one that keeps the earliest roles. */
export function largestFillable(fillings: FillableSets): RoleSet {
  return fillings.scale.largestFirst.find((roles) => fillings.canFill(roles)) as RoleSet;
}

/** The roles that the largest fillable set leaves out, in role order. */
export function leftOutBy(fillings: FillableSets): readonly BandRole[] {
  const { scale } = fillings;
  return scale.rolesIn(scale.all ^ largestFillable(fillings));
}

/** Why `players` cannot fill all roles. Call it only if they cannot. `fillable`: what they can fill. */
export function blockageOf(players: readonly Player[], fillable: FillableSets): Blockage {
  const { scale } = fillable;
  const covered = scale.coveredBy(players.map(({ held }) => held));
  if (covered !== scale.all) return { roles: scale.rolesIn(scale.all ^ covered), holders: [] };
  const blocked = scale.smallestFirst.find((roles) => !fillable.canFill(roles)) as RoleSet;
  const holders = players.filter((player) => (player.held & blocked) !== 0).map(({ person }) => person);
  return { roles: scale.rolesIn(blocked), holders: holders.toSorted(comparePeople) };
}

/** The people without whom `players` have no complete line-up, in line-up order. A complete line-up must exist. */
export function keyPlayers(players: readonly Player[], lineUps: Fillings): KeyPlayer[] {
  const chosen = new Set(lineUps.lineUpOf(lineUps.scale.all).map(({ holder }) => holder));
  const byPerson = new Map(players.map((player) => [player.person, player]));
  // Only people on the line-up are tried: the absence of anybody else leaves it intact.
  const tried = Array.from(chosen, (holder) => byPerson.get(holder) as Player);
  const others = players.filter(({ person }) => !chosen.has(person));
  return withoutEach(fillableBy(lineUps.scale, others), tried).filter(isKey);
}

/** Whether a complete line-up of `players`, which must exist, depends on somebody. */
export function dependsOnSomebody(scale: Scale, players: readonly Player[]): boolean {
  return withoutEach(fillableBy(scale, []), players).some(isKey);
}

function isKey({ fillableWithout }: KeyPlayer): boolean {
  return !fillableWithout.canFill(fillableWithout.scale.all);
}

/**
 * For each of `players`, what can be filled without them: by the people in `before` and all other `players`. Divide and
 * conquer: each half is added once for all players of the other half.
 */
function withoutEach(before: Fillable, players: readonly Player[]): KeyPlayer[] {
  if (players.length < 2) return players.map(({ person }) => ({ person, fillableWithout: before }));
  const middle = Math.ceil(players.length / 2);
  const [first, second] = [players.slice(0, middle), players.slice(middle)];
  return [...withoutEach(before.with(second), first), ...withoutEach(before.with(first), second)];
}
