interface Entry {
  readonly at: number;
  readonly run: () => void;
}

/** A queue of future events with a simulated clock (discrete-event simulation). */
export interface Agenda {
  /** The simulated moment, in milliseconds since 1970. */
  now(): number;
  add(at: number, run: () => void): void;
  runUntil(end: number): void;
}

export function createAgenda(start: number): Agenda {
  const entries: Entry[] = [];
  let now = start;

  /** The index after all entries up to `at`. Entries of the same moment run in the order in which they were added. */
  function placeOf(at: number): number {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[middle] as Entry).at <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    now: () => now,
    add: (at, run) => entries.splice(placeOf(at), 0, { at: Math.max(at, now), run }),
    runUntil(end) {
      for (let next = entries.shift(); next && next.at <= end; next = entries.shift()) {
        now = next.at;
        next.run();
      }
    },
  };
}
