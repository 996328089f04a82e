/** A clock that notices when it was set back. */
export interface ClockWatch {
  readonly now: () => Date;
  /** Whether the clock was set back since the last call. */
  readonly takeSetBack: () => boolean;
}

/** Smaller corrections, such as those of a time server, are ignored: they delay a job by at most this time. */
const TOLERANCE_MS = 1000;

export function watchClock(clock: () => Date): ClockWatch {
  let latest = Number.NEGATIVE_INFINITY;
  let isSetBack = false;
  return {
    now() {
      const now = clock();
      if (now.getTime() < latest - TOLERANCE_MS) isSetBack = true;
      latest = now.getTime();
      return now;
    },
    takeSetBack() {
      const was = isSetBack;
      isSetBack = false;
      return was;
    },
  };
}
