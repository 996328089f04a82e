import type { Logger } from "pino";
import { type Database, type Pause } from "../database/database.ts";
import type { Register } from "../database/register/register.ts";
import type { Closing } from "../database/register/space-openings.ts";
import type { Space } from "../database/register/space-rows.ts";
import type { OpenPlanning } from "../open-planning.ts";
import { createFairGate, type Urgency } from "./fair-gate.ts";
import { createPauses } from "./pauses.ts";
import { createRooms, isIdle, newRoom, type Room } from "./rooms.ts";
import { dueAfterClosing, dueAfterFailure } from "./space-moments.ts";

export interface OpeningOptions {
  /** As in `openPlanning`. */
  readonly onClosing: (database: Database) => Promise<void>;
  readonly pause: Pause;
}

/** Opens a space's planning. */
export type OpenSpace = (space: Space, options: OpeningOptions) => Promise<OpenPlanning>;

interface LodgingDependencies {
  readonly register: Register;
  readonly openSpace: OpenSpace;
  /** How many spaces stay open. More may be open while they are in use. */
  readonly mostOpen: number;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** Called after a space was closed. */
  readonly onClosed: () => void;
  /** A space without requests and streams is closed after this time. */
  readonly idleMs?: number;
}

/** One use of a space, which stays open until `leave` is called. */
export interface Visit {
  readonly planning: OpenPlanning;
  /** Call it once. */
  readonly leave: () => void;
}

/** Why a space cannot be used. */
export type NoEntry = "unknown" | "suspended";

/** Opens spaces when they are needed, and closes spaces that nobody uses. */
export interface Lodging {
  /** @throws Error when the space cannot be opened */
  readonly enter: (slug: string, urgency: Urgency) => Promise<Visit | NoEntry>;
  /** Closes a space that no person has used since it was opened. */
  readonly closeUnused: (slug: string) => Promise<void>;
  /** Closes open spaces that were suspended or deleted. @param slug checks only this space; left out: all */
  readonly recheck: (slug?: string) => Promise<void>;
  readonly countOpen: () => number;
  /** How many openings have failed since the start. */
  readonly countRefused: () => number;
  /** Opens no more spaces, and closes all of them once `finishRequests` resolves. */
  readonly close: (finishRequests: () => Promise<void>) => Promise<void>;
}

const IDLE_MS = 10 * 60_000;
/** How often idle spaces are looked for within `idleMs`. */
const LOOKS_FOR_IDLE = 10;
/** Opening is mostly work of the one thread: two at a time are enough to use the waits for the disk. */
const OPENINGS_AT_ONCE = 2;

function noEntryTo(space: Space | null): NoEntry | null {
  if (space?.state === "suspended") return "suspended";
  return space === null || (space.state !== "active" && space.state !== "new") ? "unknown" : null;
}

/** Notes open and closed spaces in the register. A closing that could not be written is written again later. */
function createClosingNotes(register: Pick<Register, "noteClosed" | "noteStillOpen">) {
  const unwritten = new Set<string>();
  let opened: Promise<unknown> = Promise.resolve();

  async function write(slug: string, closing: Closing): Promise<void> {
    // A note that this space is open, written after this, would make it count as open for ever.
    await opened;
    await register.noteClosed(slug, closing);
    unwritten.delete(slug);
  }

  return {
    write,
    /** Notes again that these spaces are open. None of them may be closing. */
    async writeOpen(slugs: readonly string[], now: Date): Promise<void> {
      const writing = register.noteStillOpen(slugs, now);
      opened = Promise.allSettled([opened, writing]);
      await writing;
    },
    /** Records that the closing of this space has to be written, also if opening or closing fails. */
    owe: (slug: string): void => void unwritten.add(slug),
    /** Writes the missing closings of spaces that are no longer open, as due now. Returns whether there were any. */
    async writeAgain(isOpen: (slug: string) => boolean, now: Date): Promise<boolean> {
      const closed = Array.from(unwritten).filter((slug) => !isOpen(slug));
      for (const slug of closed) await write(slug, { dueAt: now, usedAt: null }).catch(() => undefined);
      return closed.length > 0;
    },
  };
}

/** Requests in an open space need no pause: only its opening and closing do, and jobs while nobody uses it. */
function isInUse({ stage, usedAt, closing }: Room): boolean {
  return stage === "open" && usedAt !== null && closing === null;
}

export function createLodging(dependencies: LodgingDependencies): Lodging {
  const { register, openSpace, logger, clock, idleMs = IDLE_MS } = dependencies;
  const rooms = createRooms(dependencies);
  const { bySlug } = rooms;
  const runFairly = createFairGate(OPENINGS_AT_ONCE);
  const pauseFor = createPauses();
  const notes = createClosingNotes(register);
  let refused = 0;
  let isStopping = false;

  async function open(room: Room, space: Space, urgency: Urgency): Promise<OpenPlanning> {
    if (isStopping) throw new Error("the server stops");
    room.stage = "opening";
    await rooms.closeExcess();
    try {
      const now = clock();
      notes.owe(space.slug);
      const isUsable = await register.noteOpened(space.slug, { now, usedAt: urgency === "person" ? now : null });
      if (!isUsable) throw new Error("it was suspended or deleted meanwhile");
      const planning = await openSpace(space, {
        pause: () => (isInUse(room) ? undefined : pauseFor(room.usedAt === null ? "clock" : "person")),
        async onClosing(database) {
          const { usedAt } = room;
          const dueAt = await dueAfterClosing({ database, usedAt: usedAt ?? space.usedAt }, clock());
          await notes.write(space.slug, { dueAt, usedAt });
        },
      });
      room.stage = "open";
      return planning;
    } catch (error) {
      refused += 1;
      logger.error({ space: space.slug, reason: String(error) }, "a space cannot be opened");
      await notes.write(space.slug, { dueAt: dueAfterFailure(space, clock()), usedAt: null });
      throw error;
    }
  }

  function startRoom(space: Space, urgency: Urgency): Room {
    const room = newRoom(space.slug);
    bySlug.set(space.slug, room);
    room.opening = runFairly(urgency, () => open(room, space, urgency));
    room.opening.catch(() => bySlug.delete(space.slug));
    return room;
  }

  async function visit(room: Room, urgency: Urgency): Promise<Visit> {
    room.visits += 1;
    if (urgency === "person") room.usedAt = clock();
    try {
      const planning = await room.opening;
      return { planning, leave: () => rooms.leave(room, urgency === "person") };
    } catch (error) {
      rooms.leave(room, false);
      throw error;
    }
  }

  async function look(): Promise<void> {
    await rooms.closeIdle(idleMs);
    if (await notes.writeAgain((slug) => bySlug.has(slug), clock())) dependencies.onClosed();
  }

  const looking = setInterval(() => void look(), idleMs / LOOKS_FOR_IDLE).unref();

  return {
    async enter(slug, urgency) {
      for (;;) {
        const room = bySlug.get(slug);
        if (room !== undefined && room.closing === null) return visit(room, urgency);
        await room?.closing;
        const space = await register.find(slug);
        // Another call opened it meanwhile.
        if (bySlug.has(slug)) continue;
        if (space === null || noEntryTo(space) !== null) return noEntryTo(space) ?? "unknown";
        return visit(startRoom(space, urgency), urgency);
      }
    },
    async closeUnused(slug) {
      const room = bySlug.get(slug);
      if (room !== undefined && isIdle(room) && room.usedAt === null) await rooms.close(room);
    },
    async recheck(slug) {
      const started = [...bySlug.values()].filter(({ stage }) => stage !== "waiting");
      const stillOpen = started.filter(({ closing }) => closing === null).map((room) => room.slug);
      if (slug === undefined) await notes.writeOpen(stillOpen, clock());
      for (const room of slug === undefined ? started : started.filter((each) => each.slug === slug)) {
        if (noEntryTo(await register.find(room.slug)) !== null) await rooms.close(room);
      }
    },
    countOpen: rooms.countOpen,
    countRefused: () => refused,
    async close(finishRequests) {
      isStopping = true;
      clearInterval(looking);
      const finished = finishRequests();
      await Promise.all([finished, ...Array.from(bySlug.values(), (room) => rooms.close(room, () => finished))]);
    },
  };
}
