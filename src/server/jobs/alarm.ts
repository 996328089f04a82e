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
 * The clock is compared in memory at least this often: a timer knows neither that the clock was set nor that the machine
 * slept, and counts no further than 24.8 days.
 */
const COMPARE_MS = 30_000;

/** Rings once for each setting, at its moment or after the clock was set back. */
export function createAlarm(watch: ClockWatch, ring: () => void) {
  let moment: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

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

  let lastCompared = Number.NEGATIVE_INFINITY;

  function set(next: number | null): void {
    moment = next;
    lastCompared = watch.now().getTime();
    wait(lastCompared);
  }

  return {
    /** Rings at this moment instead of the former one; `null`: not at all, and without a timer. */
    set: (next: Date | null) => set(next?.getTime() ?? null),
    /** Rings at this moment, unless it rings earlier anyway. */
    advance(next: Date) {
      if (moment === null || next.getTime() < moment) set(next.getTime());
    },
    stop() {
      isStopped = true;
      set(null);
    },
  };
}
