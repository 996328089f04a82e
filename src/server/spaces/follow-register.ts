import type { Logger } from "pino";
import { readSpaceNotice, SPACES_CHANNEL } from "../database/register/register-notices.ts";
import type { Register } from "../database/register/register.ts";
import type { SpacePool } from "./space-pool.ts";
import type { SpaceAlarm } from "./space-alarm.ts";

interface FollowerDependencies {
  readonly spacePool: Pick<SpacePool, "recheck">;
  readonly alarm: Pick<SpaceAlarm, "openDue" | "advance">;
  readonly logger: Logger;
  readonly clock: () => Date;
}

/** How often a server checks for crashed servers, and retries notices that failed. */
const CHECK_EVERY_MS = 60_000;

/**
 * Reacts to notices about changes of the register: an operator's command suspended a space, or another server closed a
 * space that will be due. Returns a function that stops it.
 */
export function followRegister(
  register: Pick<Register, "database" | "recover">,
  { spacePool, alarm, logger, clock }: FollowerDependencies,
): () => Promise<void> {
  const { engine, listen } = register.database;
  /** Whether handling a notice failed. No notice is sent twice, so the timer then rechecks all spaces. */
  let hasFailed = false;

  function logUnreadable(error: unknown): void {
    logger.error({ reason: String(error) }, "the register of spaces cannot be read");
  }

  async function recheck(slug?: string): Promise<void> {
    try {
      await spacePool.recheck(slug);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
    alarm.openDue();
  }

  async function retryAndRecover(): Promise<void> {
    if (hasFailed) {
      hasFailed = false;
      await recheck();
    }
    // On SQLite there is no other server.
    if (engine === "postgres" && (await register.recover(clock()))) alarm.openDue();
  }

  const stopListening = listen(SPACES_CHANNEL, (payload) => {
    const notice = readSpaceNotice(payload);
    if (notice === "anything") recheck().catch(logUnreadable);
    else if ("slug" in notice) recheck(notice.slug).catch(logUnreadable);
    else alarm.advance(notice.due);
  });
  const timer = setInterval(() => void retryAndRecover().catch(logUnreadable), CHECK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    return stopListening();
  };
}
