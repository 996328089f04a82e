import type { UseStore } from "idb-keyval";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { eventsOfGroup, findEvent, type Planning } from "#domain/planning/planning.ts";
import { applyShownChange } from "#domain/planning/shown-absences.ts";
import { undoingOf } from "#domain/planning/undoing.ts";
import type { Fetch } from "../../http/call-api.ts";
import { createListeners } from "../../storage/listeners.ts";
import type { Connection, DisposableSource, EventAbout, PlanningSnapshot, UnstoredChange } from "../planning-source.ts";
import { createServerContact, type ServerContact } from "./contact/server-contact.ts";
import type { LiveChanges } from "./live/change-stream.ts";
import { sendChange, type TabChannel } from "./outbox/outbox-sending.ts";
import { createOutbox, type Outbox } from "./outbox/outbox.ts";
import type { OutboxEntry } from "./outbox/stored-changes.ts";
import type { FirstParts } from "./reads/first-parts.ts";
import { formerIfSame } from "./reads/known-planning.ts";
import { createServerPlanning, type KnownPlanning, type ServerPlanning } from "./reads/server-planning.ts";

export interface SharedSourceEnvironment {
  /** The signed-in user. Stored data belongs to this user, and only their session sends it. */
  readonly userId: string;
  readonly fetchIt?: Fetch;
  /** Two IndexedDB stores. Calls reject if the browser has none. */
  readonly stores: { readonly reads: UseStore; readonly outbox: UseStore };
  /** Changes of this user that an earlier page had not stored when the user left it. */
  readonly unstored?: readonly UnstoredChange[];
  /** Absent if the page has no secure context. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  readonly openChannel: (name: string) => TabChannel;
  readonly live: LiveChanges;
  /** The parts that came with the page. `live` then starts at their position. */
  readonly first?: FirstParts | null;
  /**
   * Calls `listener` whenever the page becomes visible, or the browser reports that it is online again; returns how to
   * unsubscribe.
   */
  readonly onReturn: (listener: () => void) => () => void;
  /** Keeps `contact` up to date while no call is made; returns how to stop. */
  readonly watchContact: (contact: ServerContact) => () => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  readonly random: () => number;
  readonly afterPaint: (task: () => void) => void;
  /** Called when the session has ended or belongs to another user. The listener checks who is signed in. */
  readonly onSessionRefused: () => void;
}

/** The team's planning as one signed-in user sees it. */
export interface SharedSource extends DisposableSource {
  /** Number of changes of this user that the server has not acknowledged, including those being sent. */
  readonly unsent: () => number;
  /** At sign-out: deletes the cached reads of this user, and with `unsent` also the unsent changes. */
  readonly forget: (options: { readonly unsent: boolean }) => Promise<void>;
}

/**
 * The server's planning with this user's unsent changes applied, so that screens show a change at once (optimistic update).
 * It connects the server's planning with the outbox, which sends changes and reports the accepted ones.
 */
export function createSharedSource(environment: SharedSourceEnvironment): SharedSource {
  const { userId, fetchIt, stores, locks, openChannel, live, onReturn, wait, now, random } = environment;
  const { first = null, unstored = [], watchContact, onSessionRefused, afterPaint } = environment;
  const contact = createServerContact({ wait, random });
  const server = createServerPlanning({ userId, fetchIt, store: stores.reads, contact, first, wait, onSessionRefused });
  const outbox = createOutbox({
    store: stores.outbox,
    userId,
    unstored,
    name: `diapason.outbox.${userId}`,
    locks,
    openChannel,
    contact,
    send: (entry, isRepeated) => sendChange(entry, isRepeated, { userId, fetchIt }),
    wait,
    now,
    newId: () => `${now().toString(36)}-${Math.floor(random() * 2 ** 52).toString(36)}`,
    onAccepted: server.acknowledge,
    onSessionRefused,
  });
  const listeners = createListeners();
  let shown = shownNow({ server, outbox, contact }, null);

  /** Notifies listeners even if the snapshot is the same: the status of a need may have changed, which is not in it. */
  function update(): void {
    shown = shownNow({ server, outbox, contact }, shown);
    listeners.notify();
  }

  function handleReturn(): void {
    contact.wake();
    live.retryNow();
    server.revisit();
    void outbox.revisit();
  }

  function handleContact(): void {
    update();
    if (!contact.isOnline()) return;
    server.retryNow();
    if (!server.isLive()) live.retryNow();
  }

  const stops = [
    server.subscribe(update),
    outbox.subscribe(oncePainted(afterPaint, update)),
    contact.subscribe(handleContact),
    live.subscribe(server.receive),
    onReturn(handleReturn),
    watchContact(contact),
  ];

  return {
    snapshot: () => shown.snapshot,
    subscribe: listeners.subscribe,
    need: server.need,
    statusOf(need) {
      const status = server.statusOf(need);
      // A group that has arrived is shown a moment later, together with others (reads/planning-reads.ts).
      const isShown = need.type !== "group" || groupPart(shown.known, need.groupId) !== undefined;
      return status === "ready" && !isShown ? "loading" : status;
    },
    eventCount: (groupId) => countEvents(shown, groupId),
    dismiss: (refusalId) => void outbox.dismiss(refusalId),
    async submit(change, handle) {
      const { planning } = shown.snapshot;
      const outcome = await outbox.submit(change, aboutOf(planning, change), handle);
      const undo = undoingOf(planning, change);
      return outcome.status === "refused" || undo === null ? outcome : { ...outcome, undo };
    },
    async applyPersonChange(change) {
      // The user deleted their account: nobody may send their changes any more.
      if (change.type === "person.removed" && change.userId === userId) await outbox.drop();
      return { status: "done" };
    },
    unsent: () => outbox.entries().length,
    async forget({ unsent }) {
      await server.forget();
      if (unsent) await outbox.drop();
    },
    dispose() {
      for (const stop of stops) stop();
      outbox.dispose();
      server.dispose();
    },
  };
}

interface ShownParts {
  readonly server: Pick<ServerPlanning, "known">;
  readonly outbox: Pick<Outbox, "entries" | "delayedCount" | "refusals" | "hasUnreadable" | "isRestored">;
  readonly contact: Pick<ServerContact, "isOnline">;
}

interface Shown {
  readonly known: KnownPlanning;
  readonly unsent: readonly OutboxEntry[];
  readonly snapshot: PlanningSnapshot;
}

const OUTBOX_SET_ASIDE = ["outbox"] as const;
const NOTHING_SET_ASIDE = [] as const;

/** The current snapshot. Unchanged values stay the same objects as in `former`, so that screens render less. */
function shownNow({ server, outbox, contact }: ShownParts, former: Shown | null): Shown {
  const [known, unsent] = [server.known(), outbox.entries()];
  const isSame = known.planning === former?.known.planning && unsent === former.unsent;
  const isReady = outbox.isRestored() && known.parts.some(({ part }) => part.type === "groups");
  const connection: Connection = {
    status: contact.isOnline() ? "online" : "offline",
    unsent: outbox.delayedCount(),
  };
  const snapshot: PlanningSnapshot = {
    status: isReady ? "ready" : "loading",
    planning: isSame ? former.snapshot.planning : withUnsent(known, unsent),
    setAside: outbox.hasUnreadable() ? OUTBOX_SET_ASIDE : NOTHING_SET_ASIDE,
    connection: formerIfSame(former?.snapshot.connection, connection),
    lateRefusals: outbox.refusals(),
  };
  return { known, unsent, snapshot: formerIfSame(former?.snapshot, snapshot) };
}

function withUnsent({ planning }: KnownPlanning, unsent: readonly OutboxEntry[]): Planning {
  return unsent.reduce((former, { change }) => applyShownChange(former, change), planning);
}

function groupPart({ parts }: KnownPlanning, groupId: string) {
  return parts.map(({ part }) => part).find((part) => part.type === "group" && part.groupId === groupId);
}

/** The server's count of events, plus those that unsent changes add, minus those that they remove. */
function countEvents({ known, snapshot }: Shown, groupId: string): number {
  const group = groupPart(known, groupId);
  const loaded = eventsOfGroup(known.planning, groupId).length;
  const total = group?.type === "group" && group.known ? group.known.eventCount : loaded;
  return total + eventsOfGroup(snapshot.planning, groupId).length - loaded;
}

/**
 * Returns a function that runs `task` after the next paint, once for all calls before it. So a pressed button is painted
 * before the rest of the screen changes.
 */
function oncePainted(afterPaint: SharedSourceEnvironment["afterPaint"], task: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    afterPaint(() => {
      isDue = false;
      task();
    });
  };
}

/** Name, date and time of the event that a change concerns, as its author saw them. */
function aboutOf(planning: Planning, change: PlanningChange): EventAbout | null {
  const known = "eventId" in change ? findEvent(planning, change.eventId) : undefined;
  const event = "event" in change ? change.event : known;
  return event ? { name: event.name, date: event.date, time: event.time } : null;
}
