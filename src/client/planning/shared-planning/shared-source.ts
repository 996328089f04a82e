import type { UseStore } from "idb-keyval";
import { EMPTY_PLANNING, findEvent } from "#domain/planning.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import { undoingOf } from "#domain/undoing.ts";
import type { Fetch } from "../../http/call-api.ts";
import { createListeners } from "../../storage/listeners.ts";
import type { Connection, DisposableSource, PlanningSnapshot } from "../planning-source.ts";
import { createHeardChanges } from "./heard-changes.ts";
import type { LiveChanges, LiveEvent } from "./live-event.ts";
import { createOutboxStore } from "./outbox-store.ts";
import { type Acceptance, createOutbox } from "./outbox.ts";
import { createPlanningReads } from "./planning-reads.ts";
import { isMadeByServer, sendChange } from "./send-change.ts";
import { createServerContact } from "./server-contact.ts";
import { aboutOf, createShownPlanning } from "./shown-planning.ts";
import { keepReads } from "./stored-reads.ts";
import type { TabChannel } from "./tab-channel.ts";

export interface SharedSourceSurroundings {
  /** Whoever is signed in: what is kept is theirs, and nobody else's session sends it. */
  readonly userId: string;
  readonly fetchIt?: Fetch;
  /** Two stores of IndexedDB; where the browser has none, calls to them reject. */
  readonly stores: { readonly reads: UseStore; readonly outbox: UseStore };
  /** Absent where the page has no secure context. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  readonly openChannel: (name: string) => TabChannel;
  readonly live: LiveChanges;
  /** Calls `listener` whenever the page becomes visible, or the browser believes it is online again; returns how to stop. */
  readonly onReturn: (listener: () => void) => () => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** The server refuses the session, or somebody else's it is by now: the caller looks who is signed in. */
  readonly onSessionRefused: () => void;
}

/** The team's planning, as one signed-in person's page has it. */
export interface SharedSource extends DisposableSource {
  /** How many changes of this person the server has not acknowledged, those on their way included. */
  readonly unsent: () => number;
  /** At sign-out: drops what was read for this person; what was not sent only when `unsent` says so. */
  readonly forget: (what: { readonly unsent: boolean }) => Promise<void>;
}

const UNKNOWN: PlanningSnapshot = {
  status: "loading",
  planning: { ...EMPTY_PLANNING, members: {} },
  setAside: [],
  connection: { status: "online", unsent: 0 },
  lateRefusals: [],
};
const OUTBOX_SET_ASIDE = ["outbox"] as const;

export function createSharedSource(surroundings: SharedSourceSurroundings): SharedSource {
  const { userId, fetchIt, stores, live, onReturn, wait, now, random, onSessionRefused } = surroundings;
  const listeners = createListeners();
  const contact = createServerContact({ wait, random });
  const heard = createHeardChanges();
  const shown = createShownPlanning(UNKNOWN.planning);
  let snapshot = UNKNOWN;
  let isLive = false;
  let isRestored = false;
  let isDisposed = false;

  const reads = createPlanningReads({
    heard,
    contact,
    userId,
    fetchIt,
    isLive: () => isLive,
    wait,
    onSessionRefused,
    onRead: handleNews,
    onStatus: show,
  });
  const stored = keepReads({ client: reads.client, store: stores.reads, userId, known: heard.known, wait });
  const outbox = createOutbox({
    store: createOutboxStore(stores.outbox, userId),
    name: `diapason.outbox.${userId}`,
    locks: surroundings.locks,
    openChannel: surroundings.openChannel,
    contact,
    send: (entry, isRepeated) => sendChange(entry, isRepeated, { userId, fetchIt }),
    wait,
    now,
    newId: () => `${now().toString(36)}-${Math.floor(random() * 2 ** 52).toString(36)}`,
    onAccepted: handleAccepted,
    onSessionRefused,
  });

  /** Not only after a new snapshot: the status of a need is not in it. */
  function show(): void {
    if (isDisposed) return;
    const parts = reads.parts();
    const isKnown = outbox.isRestored() && parts.some(({ part }) => part.type === "groups");
    const next: PlanningSnapshot = {
      status: isKnown ? "ready" : "loading",
      planning: shown.show(parts, outbox.entries()),
      setAside: outbox.isIllegible() ? OUTBOX_SET_ASIDE : UNKNOWN.setAside,
      connection: connectionNow(),
      lateRefusals: outbox.refusals(),
    };
    if (!isSameSnapshot(snapshot, next)) snapshot = next;
    listeners.notify();
  }

  function connectionNow(): Connection {
    const next: Connection = { status: contact.isOnline() ? "online" : "offline", unsent: outbox.keptCount() };
    const { connection } = snapshot;
    return connection?.status === next.status && connection.unsent === next.unsent ? connection : next;
  }

  /** More is known than before. */
  function handleNews(): void {
    stored.save();
    show();
  }

  /** The stream will tell the same change; until then its place is taken, so that nothing flickers. */
  function handleAccepted(change: PlanningChange, { position, isInEffect }: Acceptance): void {
    if (isInEffect) heard.acknowledge(position, change, shown.known());
    // Of what comes back the server knows more than this page: the stream, where there is one, says to read it again.
    if (!isLive && (!isInEffect || isRestoration(change))) reads.refresh(() => true);
    handleNews();
  }

  function handleChange(position: number, change: PlanningChange): void {
    const known = shown.known();
    heard.hear(position, change, known);
    // Into which month the event moved, or what that means for a group of which it is not known, only the server tells.
    const isAboutUnknown = "eventId" in change && findEvent(known, change.eventId) === undefined;
    if (change.type === "event.edited") reads.refresh(({ part }) => part.type === "events");
    else if (isAboutUnknown) reads.refresh(({ part }) => part.type === "group");
    reads.refillUpcoming();
    if (heard.isLong()) {
      reads.rebase();
      heard.forget();
    }
    handleNews();
  }

  function handleLive(event: LiveEvent): void {
    isLive = event.type !== "down" && event.type !== "refused";
    switch (event.type) {
      case "ready":
        // Later ones are followed by the changes that were missed.
        if (!heard.hasStarted()) {
          heard.startAt(event.position);
          reads.refresh((read) => !heard.isBridged(read));
        }
        contact.answered();
        wakeUp();
        break;
      case "reload":
        restartAt(event.position);
        break;
      case "change":
        handleChange(event.position, event.change);
        break;
      case "down":
        contact.silent();
        break;
      case "refused":
        // Whoever gave the stream here looks why.
        break;
    }
  }

  function restartAt(position: number): void {
    // A log that has not come as far as is known here is another one: a backup was restored.
    if (position < heard.reached()) reads.dropUnheld();
    heard.startAt(position);
    reads.refresh(() => true);
  }

  function wakeUp(): void {
    contact.wake();
    reads.retry();
  }

  function handleReturn(): void {
    contact.wake();
    reads.revisit();
    void outbox.revisit();
  }

  function handleContact(): void {
    if (contact.isOnline()) {
      wakeUp();
      if (!isLive) live.retryNow();
    }
    show();
  }

  const stops = [
    contact.subscribe(handleContact),
    outbox.subscribe(show),
    live.subscribe(handleLive),
    onReturn(handleReturn),
    reads.hold({ type: "groups" }),
  ];
  void restore();

  async function restore(): Promise<void> {
    await stored.restored;
    isRestored = true;
    // What was restored may hide that it could not be read since.
    reads.revisit();
    show();
  }

  return {
    snapshot: () => snapshot,
    subscribe: listeners.subscribe,
    need: reads.hold,
    statusOf(need) {
      const status = reads.statusOf(need);
      return status === "failed" && !isRestored ? "loading" : status;
    },
    eventCount: shown.eventCount,
    dismiss: (refusalId) => void outbox.dismiss(refusalId),
    async submit(change) {
      // Nobody is left to whom it could still belong.
      if (change.type === "person.removed" && change.userId === userId) await outbox.drop();
      if (isMadeByServer(change)) return { status: "done" };
      const { planning } = snapshot;
      const outcome = await outbox.submit(change, aboutOf(planning, change));
      const undo = undoingOf(planning, change);
      return outcome.status === "refused" || undo === null ? outcome : { ...outcome, undo };
    },
    unsent: () => outbox.entries().length,
    async forget({ unsent }) {
      await stored.forget();
      if (unsent) await outbox.drop();
    },
    dispose() {
      isDisposed = true;
      for (const stop of stops) stop();
      stored.stop();
      outbox.dispose();
      reads.dispose();
    },
  };
}

function isRestoration({ type }: PlanningChange): boolean {
  return type === "event.restored" || type === "group.restored";
}

function isSameSnapshot(former: PlanningSnapshot, next: PlanningSnapshot): boolean {
  return Object.entries(next).every(([name, value]) => former[name as keyof PlanningSnapshot] === value);
}
