import type { Logger } from "pino";
import { type Database, type Pause } from "../database/database.ts";
import type { Register } from "../database/register/register.ts";
import type { Closing } from "../database/register/space-openings.ts";
import type { Space } from "../database/register/space-rows.ts";
import type { OpenPlanning } from "../open-planning.ts";
import { createFairGate, type Urgency } from "./fair-gate.ts";
import { createPauses, type Pauses } from "./pauses.ts";
import { createRooms, isIdle, newRoom, type Room } from "./rooms.ts";
import { dueAfterClosing, dueAfterFailure } from "./space-moments.ts";

export interface OpeningOptions {
  /** That of `openPlanning`. */
  readonly onClosing: (database: Database) => Promise<void>;
  readonly pause: Pause;
}

/** Opens a space's planning. */
export type OpenSpace = (space: Space, options: OpeningOptions) => Promise<OpenPlanning>;

interface LodgingDependencies {
  readonly register: Register;
  readonly openSpace: OpenSpace;
  /** How many spaces are open, unless more are in use. */
  readonly mostOpen: number;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** Called after a space was closed. */
  readonly onClosed: () => void;
  /** A space without requests and streams is closed after this time. */
  readonly idleMs?: number;
}

/** Somebody uses a space, which stays open until they leave. */
export interface Visit {
  readonly planning: OpenPlanning;
  /** Call it once. */
  readonly leave: () => void;
}

/** Why nobody gets into a space. */
export type NoEntry = "unknown" | "suspended";

/** Opens spaces when they are needed, and closes those that nobody uses. */
export interface Lodging {
  /** @throws Error when the space cannot be opened */
  readonly enter: (slug: string, urgency: Urgency) => Promise<Visit | NoEntry>;
  /** Closes a space that no person has used since it was opened. */
  readonly closeUnused: (slug: string) => Promise<void>;
  /** Closes the open spaces that were suspended or deleted meanwhile. @param slug only this one may have been */
  readonly recheck: (slug?: string) => Promise<void>;
  readonly countOpen: () => number;
  /** How many openings have failed since the start. */
  readonly countRefused: () => number;
  /** Lets no more in, and closes all of them once `finishRequests` resolves. */
  readonly close: (finishRequests: () => Promise<void>) => Promise<void>;
}

const IDLE_MS = 10 * 60_000;
const LOOKS_FOR_IDLE = 10;
/** Opening is mostly work of the one thread: of two, one waits for the disk while the other one computes. */
const OPENINGS_AT_ONCE = 2;

function noEntryTo(space: Space | null): NoEntry | null {
  if (space?.state === "suspended") return "suspended";
  return space === null || (space.state !== "active" && space.state !== "new") ? "unknown" : null;
}

/** Tells the register of closed spaces, and again where that failed. */
function createClosingNotes(register: Pick<Register, "noteClosed" | "noteStillOpen">) {
  const unwritten = new Set<string>();
  let opened: Promise<unknown> = Promise.resolve();

  async function write(slug: string, closing: Closing): Promise<void> {
    // What was said of open spaces before would otherwise come after it, and the space would count as open for ever.
    await opened;
    await register.noteClosed(slug, closing);
    unwritten.delete(slug);
  }

  return {
    write,
    /** Says again that these are open. None of them may be about to be closed. */
    async writeOpen(slugs: readonly string[], now: Date): Promise<void> {
      const writing = register.noteStillOpen(slugs, now);
      opened = Promise.allSettled([opened, writing]);
      await writing;
    },
    /** Its closing has to be written, also where it fails at an earlier step. */
    owe: (slug: string): void => void unwritten.add(slug),
    /** They may be due now. Returns whether there were some. */
    async writeAgain(isOpen: (slug: string) => boolean, now: Date): Promise<boolean> {
      const closed = Array.from(unwritten).filter((slug) => !isOpen(slug));
      for (const slug of closed) await write(slug, { dueAt: now, usedAt: null }).catch(() => undefined);
      return closed.length > 0;
    },
  };
}

/** Requests of an open space go on without a break: the next one comes after them as it is. */
function pauseIn({ stage, isWanted, closing }: Room, pauses: Pauses): Promise<void> | undefined {
  if (stage === "open" && isWanted && closing === null) return undefined;
  return pauses.wait(isWanted ? "person" : "clock");
}

export function createLodging(dependencies: LodgingDependencies): Lodging {
  const { register, openSpace, logger, clock, idleMs = IDLE_MS } = dependencies;
  const rooms = createRooms(dependencies);
  const { bySlug } = rooms;
  const gate = createFairGate(OPENINGS_AT_ONCE);
  const pauses = createPauses();
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
        pause: () => pauseIn(room, pauses),
        async onClosing(database) {
          const { usedAt } = room;
          const dueAt = await dueAfterClosing(database, { usedAt, now: clock() });
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
    room.opening = gate.run(urgency, () => open(room, space, urgency));
    room.opening.catch(() => bySlug.delete(space.slug));
    return room;
  }

  async function visit(room: Room, urgency: Urgency): Promise<Visit> {
    room.visits += 1;
    room.isWanted ||= urgency === "person";
    try {
      const planning = await room.opening;
      if (urgency === "person") room.usedAt = clock();
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
        const known = bySlug.get(slug);
        if (known !== undefined && known.closing === null) return visit(known, urgency);
        await known?.closing;
        const space = await register.find(slug);
        // Somebody else opened it meanwhile.
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
      for (const room of started.filter((each) => slug === undefined || each.slug === slug)) {
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
