import type { Logger } from "pino";
import { readSpaceNotice, SPACES_CHANNEL } from "../database/register/register-notices.ts";
import type { Register } from "../database/register/register.ts";
import type { Lodging } from "./lodging.ts";
import type { SpaceAlarm } from "./space-alarm.ts";

interface Followers {
  readonly lodging: Pick<Lodging, "recheck">;
  readonly alarm: Pick<SpaceAlarm, "look" | "advance">;
  readonly logger: Logger;
  readonly clock: () => Date;
}

/** How soon a server takes over the spaces of another one that was killed, and reads again what could not be read. */
const LOOK_EVERY_MS = 60_000;

/** Follows what commands and other servers do to the spaces. Returns a function that ends it. */
export function followRegister(
  register: Pick<Register, "database" | "recover">,
  { lodging, alarm, logger, clock }: Followers,
): () => Promise<void> {
  const { engine, listen } = register.database;
  /** Nobody says a second time that a space was suspended or deleted. */
  let isBehind = false;

  function unreadable(error: unknown): void {
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
    if (notice === "anything") recheck().catch(unreadable);
    else if ("slug" in notice) recheck(notice.slug).catch(unreadable);
    else alarm.advance(notice.due);
  });
  const timer = setInterval(() => void lookAgain().catch(unreadable), LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    return stopListening();
  };
}
