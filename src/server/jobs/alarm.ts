/** Smaller corrections, such as those of a time server, are ignored: they delay a job by at most this time. */
const TOLERANCE_MS = 1000;

/** Reads a clock, and detects when it was set back: when it shows an earlier time than at the previous read. */
export function watchClock(clock: () => Date) {
  let latest = Number.NEGATIVE_INFINITY;
  let isSetBack = false;
  return {
    now: (): Date => {
      const now = clock();
      if (now.getTime() < latest - TOLERANCE_MS) isSetBack = true;
      latest = now.getTime();
      return now;
    },
    /** Whether the clock was set back since the last call of this function. */
    readAndClearSetBack(): boolean {
      const wasSetBack = isSetBack;
      isSetBack = false;
      return wasSetBack;
    },
  };
}

/**
 * The alarm reads the clock at least this often. One long timer would not notice that the clock was set or that the machine
 * slept, and cannot wait longer than 24.8 days.
 */
const CLOCK_READ_MS = 30_000;

/** Calls `ring` once after each `set`: at that time, or earlier if the clock was set back. */
export function createAlarm(watch: Pick<ReturnType<typeof watchClock>, "now">, ring: () => void) {
  let ringAt: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let lastRead = Number.NEGATIVE_INFINITY;

  function startTimer(now: number): void {
    clearTimeout(timer);
    timer = undefined;
    if (ringAt === null || isStopped) return;
    timer = setTimeout(readClock, Math.min(CLOCK_READ_MS, Math.max(1, ringAt - now))).unref();
  }

  function readClock(): void {
    const previous = lastRead;
    const now = watch.now().getTime();
    lastRead = now;
    const isDue = ringAt !== null && (now >= ringAt || now < previous);
    if (!isDue) return startTimer(now);
    ringAt = null;
    timer = undefined;
    ring();
  }

  function set(time: number | null): void {
    ringAt = time;
    lastRead = watch.now().getTime();
    startTimer(lastRead);
  }

  return {
    /** Replaces the time. `null`: the alarm does not ring. */
    set: (time: Date | null) => set(time?.getTime() ?? null),
    /** Rings at this time, unless an earlier one is set. */
    advance(time: Date) {
      if (ringAt === null || time.getTime() < ringAt) set(time.getTime());
    },
    stop() {
      isStopped = true;
      set(null);
    },
  };
}
