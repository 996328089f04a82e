import type { Logger } from "pino";
import { readSpaceNotice, SPACES_CHANNEL } from "../database/register/register-notices.ts";
import type { Register } from "../database/register/register.ts";
import type { Lodging } from "./lodging.ts";
import type { SpaceAlarm } from "./space-alarm.ts";

interface FollowerParts {
  readonly lodging: Pick<Lodging, "recheck">;
  readonly alarm: Pick<SpaceAlarm, "look" | "advance">;
  readonly logger: Logger;
  readonly clock: () => Date;
}

/** How often a server looks for spaces that were open in a killed server, and for notices that it could not follow. */
const LOOK_EVERY_MS = 60_000;

/** Reacts to changes of the register by commands and other servers. Returns a function that stops it. */
export function followRegister(
  register: Pick<Register, "database" | "recover">,
  { lodging, alarm, logger, clock }: FollowerParts,
): () => Promise<void> {
  const { engine, listen } = register.database;
  /** Whether a notice could not be followed. Nobody repeats it. */
  let isBehind = false;

  function logUnreadable(error: unknown): void {
    logger.error({ reason: String(error) }, "the register of spaces cannot be read");
  }

  async function recheck(slug?: string): Promise<void> {
    try {
      await lodging.recheck(slug);
    } catch (error) {
      isBehind = true;
      throw error;
    }
    alarm.look();
  }

  async function lookAgain(): Promise<void> {
    if (isBehind) {
      isBehind = false;
      await recheck();
    }
    // On SQLite there is no other server.
    if (engine === "postgres" && (await register.recover(clock()))) alarm.look();
  }

  const stopListening = listen(SPACES_CHANNEL, (payload) => {
    const notice = readSpaceNotice(payload);
    if (notice === "anything") recheck().catch(logUnreadable);
    else if ("slug" in notice) recheck(notice.slug).catch(logUnreadable);
    else alarm.advance(notice.due);
  });
  const timer = setInterval(() => void lookAgain().catch(logUnreadable), LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    return stopListening();
  };
}
