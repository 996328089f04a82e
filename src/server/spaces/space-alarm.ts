import type { Logger } from "pino";
import type { Register } from "../database/register/register.ts";
import type { Space } from "../database/register/space-rows.ts";
import { createAlarm, watchClock } from "../jobs/alarm.ts";
import type { Lodging } from "./lodging.ts";

interface SpaceAlarmDependencies {
  readonly register: Register;
  readonly lodging: Pick<Lodging, "enter" | "closeUnused">;
  readonly logger: Logger;
  readonly clock: () => Date;
}

/** Several at a time, because one of them may wait for the mail server. */
const AT_ONCE = 16;
const FOUND_AT_ONCE = 200;
/** Longer waits are for calendar times, which do not change when the clock is set back. */
const SHORT_WAIT_MS = 2 * 60 * 60_000;
/** The wait after the register could not be read. */
const RETRY_MS = 60_000;

/** Opens closed spaces when their jobs are due, with one timer for all of them. */
export type SpaceAlarm = ReturnType<typeof createSpaceAlarm>;

export function createSpaceAlarm({ register, lodging, logger, clock }: SpaceAlarmDependencies) {
  const watch = watchClock(clock);
  const alarm = createAlarm(watch, look);
  const inProgress = new Set<string>();
  let queue: Space[] = [];
  let finding: Promise<void> | null = null;
  let looking: Promise<void> | null = null;
  /** When the alarm last looked, by the clock at that time. */
  let lookedAt = 0;
  let isWoken = false;
  let isStopped = false;

  async function find(): Promise<void> {
    const due = await register.findDue(watch.now(), FOUND_AT_ONCE);
    queue = due.filter(({ slug }) => !inProgress.has(slug));
  }

  async function takeNext(): Promise<Space | undefined> {
    if (isStopped) return undefined;
    if (queue.length === 0) await (finding ??= find().finally(() => (finding = null)));
    return queue.shift();
  }

  /** Opens the space, waits until it has done its due jobs, and closes it again. */
  async function serve({ slug }: Space): Promise<void> {
    inProgress.add(slug);
    try {
      if (!(await register.claimDue(slug, watch.now()))) return;
      const visit = await lodging.enter(slug, "clock");
      // It was suspended or deleted meanwhile.
      if (typeof visit === "string") return await register.noteClosed(slug, { dueAt: watch.now(), usedAt: null });
      await visit.planning.settled().finally(visit.leave);
      await lodging.closeUnused(slug);
    } catch {
      // The error was logged, and the register knows when to try again.
    } finally {
      inProgress.delete(slug);
    }
  }

  async function serveAll(): Promise<void> {
    for (let space = await takeNext(); space !== undefined; space = await takeNext()) await serve(space);
  }

  function isLookDue(): boolean {
    return isWoken && !isStopped;
  }

  /** Shortens waits after the clock was set back: a retry in some minutes would wait for that much longer. */
  async function followClock(): Promise<void> {
    const now = watch.now();
    if (watch.readAndClearSetBack()) await register.bringForward(now, new Date(lookedAt + SHORT_WAIT_MS));
    lookedAt = now.getTime();
  }

  async function lookWhileWoken(): Promise<void> {
    try {
      do {
        isWoken = false;
        await followClock();
        await Promise.all(Array.from({ length: AT_ONCE }, serveAll));
        alarm.set(await register.nextDue());
      } while (isLookDue());
    } catch (error) {
      logger.error({ reason: String(error) }, "the register of spaces cannot be read");
      alarm.set(new Date(watch.now().getTime() + RETRY_MS));
    } finally {
      looking = null;
    }
  }

  /** Opens the spaces that are due, and sets the timer to the next time. */
  function look(): void {
    isWoken = true;
    if (!isStopped) looking ??= lookWhileWoken();
  }

  return {
    look,
    /** Call it when a closed space is due at this time. */
    advance(moment: Date): void {
      // If a look is under way, it may have read the register already: it looks again.
      if (looking === null) alarm.advance(moment);
      else isWoken = true;
    },
    /** Resolves when nothing more is due. */
    settled: (): Promise<void> => looking ?? Promise.resolve(),
    stop(): void {
      isStopped = true;
      alarm.stop();
    },
  };
}
