/** A clock that notices when it was set back. */
interface ClockWatch {
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

/**
 * The clock is compared in memory at least this often: a timer does not notice that the clock was set or that the machine
 * slept, and cannot wait longer than 24.8 days.
 */
const COMPARE_MS = 30_000;

/** Calls `ring` once after each `set`: at that moment, or earlier if the clock was set back. */
export function createAlarm(watch: ClockWatch, ring: () => void) {
  let moment: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let lastCompared = Number.NEGATIVE_INFINITY;

  function wait(now: number): void {
    clearTimeout(timer);
    timer = undefined;
    if (moment === null || isStopped) return;
    timer = setTimeout(compare, Math.min(COMPARE_MS, Math.max(1, moment - now))).unref();
  }

  function compare(): void {
    const before = lastCompared;
    const now = watch.now().getTime();
    lastCompared = now;
    const isDue = moment !== null && (now >= moment || now < before);
    if (!isDue) return wait(now);
    moment = null;
    timer = undefined;
    ring();
  }

  function set(next: number | null): void {
    moment = next;
    lastCompared = watch.now().getTime();
    wait(lastCompared);
  }

  return {
    /** Replaces the moment. `null`: the alarm does not ring, and needs no timer. */
    set: (next: Date | null) => set(next?.getTime() ?? null),
    /** Rings at this moment, unless an earlier one is set. */
    advance(next: Date) {
      if (moment === null || next.getTime() < moment) set(next.getTime());
    },
    stop() {
      isStopped = true;
      set(null);
    },
  };
}
