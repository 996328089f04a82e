import type { BandRole } from "../band-roles.ts";

/** Somebody who gives up some roles and takes others. */
interface Change {
  readonly from: readonly BandRole[];
  readonly to: readonly BandRole[];
}

/**
 * Sorts changes so that they can be announced one by one: nobody takes a role that somebody still holds, unless people
 * swap roles in a circle. Each change follows the one that frees a role for it; else the earliest role comes first.
 * @param changes with the earliest roles first
 */
export function inAnnouncementOrder<C extends Change>(changes: readonly C[]): C[] {
  const sorted: C[] = [];
  let waiting = [...changes];
  while (waiting.length > 0) {
    const next = nextChange(waiting, sorted.at(-1));
    sorted.push(next);
    waiting = waiting.filter((change) => change !== next);
  }
  return sorted;
}

function nextChange<C extends Change>(waiting: readonly C[], previous: C | undefined): C {
  const unblocked = waiting.filter((change) => holdersInTheWay(change, waiting).length === 0);
  const follows = (change: C): boolean => previous !== undefined && takesFrom(change, previous);
  return (unblocked.find(follows) ?? unblocked[0] ?? firstInCircle(waiting)) as C;
}

function takesFrom(change: Change, holder: Change): boolean {
  return change.to.some((role) => !change.from.includes(role) && holder.from.includes(role));
}

function holdersInTheWay<C extends Change>(change: C, waiting: readonly C[]): C[] {
  return waiting.filter((other) => other !== change && takesFrom(change, other));
}

/** When every change waits for another: the first change of a circle that waits for nobody outside the circle. */
function firstInCircle<C extends Change>(waiting: readonly C[]): C | undefined {
  const reach = (change: C): ReadonlySet<C> => {
    const found = new Set(holdersInTheWay(change, waiting));
    // The loop also visits what it adds to the set.
    for (const one of found) for (const other of holdersInTheWay(one, waiting)) found.add(other);
    return found;
  };
  return waiting.find((change) => [...reach(change)].every((other) => reach(other).has(change)));
}
