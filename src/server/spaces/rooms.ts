import type { Logger } from "pino";
import type { OpenPlanning } from "../open-planning.ts";

/** The state of a space that is being opened, is open, or is being closed. */
export interface Room {
  readonly slug: string;
  opening: Promise<OpenPlanning>;
  stage: "waiting" | "opening" | "open";
  visits: number;
  /** Whether a person has used it since it was opened. */
  isWanted: boolean;
  /** When the last visit of a person ended, as `performance.now()`. */
  leftAt: number;
  /** The time of the latest request of a person. */
  usedAt: Date | null;
  closing: Promise<void> | null;
  /** Called when the last visit ends. */
  onEmpty: () => void;
}

interface RoomsOptions {
  /** How many spaces stay open. More may be open while they are in use. */
  readonly mostOpen: number;
  readonly logger: Logger;
  readonly onClosed: () => void;
}

/** Requests in flight have this time to end when a space is suspended or deleted. */
const FAREWELL_MS = 6000;

export function newRoom(slug: string): Room {
  const opening = Promise.withResolvers<OpenPlanning>().promise;
  return {
    slug,
    opening,
    stage: "waiting",
    visits: 0,
    isWanted: false,
    leftAt: 0,
    usedAt: null,
    closing: null,
    onEmpty: () => undefined,
  };
}

export function isIdle({ stage, visits, closing }: Room): boolean {
  return stage === "open" && visits === 0 && closing === null;
}

async function untilEmpty(room: Room): Promise<void> {
  if (room.visits === 0) return;
  const empty = Promise.withResolvers<void>();
  room.onEmpty = empty.resolve;
  const timer = setTimeout(empty.resolve, FAREWELL_MS);
  await empty.promise;
  clearTimeout(timer);
}

/** The open spaces of a process. */
export function createRooms({ mostOpen, logger, onClosed }: RoomsOptions) {
  const bySlug = new Map<string, Room>();

  /** Closes a space. @param finishVisits by default waits for the end of its visits, for a limited time */
  function close(room: Room, finishVisits = () => untilEmpty(room)): Promise<void> {
    room.closing ??= (async () => {
      try {
        await (await room.opening).close(finishVisits);
      } catch (error) {
        logger.error({ space: room.slug, reason: String(error) }, "a space was not closed in order");
      } finally {
        bySlug.delete(room.slug);
        onClosed();
      }
    })();
    return room.closing;
  }

  function listOpen(): Room[] {
    return [...bySlug.values()].filter(({ stage }) => stage !== "waiting");
  }

  /** Closes the longest idle spaces beyond the limit. Spaces in use stay open. */
  async function closeExcess(): Promise<void> {
    // Checked first, because each request comes here.
    if (bySlug.size <= mostOpen) return;
    const open = listOpen();
    if (open.length <= mostOpen) return;
    const idle = open.filter(isIdle).toSorted((a, b) => a.leftAt - b.leftAt);
    await Promise.all(idle.slice(0, open.length - mostOpen).map((room) => close(room)));
  }

  return {
    bySlug,
    countOpen: () => listOpen().length,
    close,
    closeExcess,
    /** Closes the spaces that nobody has used for this time. */
    async closeIdle(idleMs: number): Promise<void> {
      const latest = performance.now() - idleMs;
      const idle = listOpen().filter((room) => isIdle(room) && room.leftAt <= latest);
      await Promise.all(idle.map((room) => close(room)));
    },
    /** Ends a visit. @param wasPerson visits of the clock do not keep a space open longer */
    leave(room: Room, wasPerson: boolean): void {
      room.visits -= 1;
      if (wasPerson) room.leftAt = performance.now();
      if (room.visits > 0) return;
      room.onEmpty();
      void closeExcess();
    },
  };
}
