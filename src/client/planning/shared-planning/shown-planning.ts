import { eventsOfGroup, findEvent, type Planning } from "#domain/planning/planning.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { applyShownChange } from "#domain/planning/shown-absences.ts";
import { createListeners, type Listeners } from "../../storage/listeners.ts";
import type { Connection, EventAbout, PlanningSnapshot } from "../planning-source.ts";
import type { OutboxEntry } from "./outbox/outbox-record.ts";
import type { Outbox } from "./outbox/outbox.ts";
import type { ServerContact } from "./contact/server-contact.ts";
import type { KnownPlanning, ServerPlanning } from "./reads/server-planning.ts";

interface ShownPlanningPorts {
  readonly server: Pick<ServerPlanning, "known" | "subscribe">;
  readonly outbox: Pick<Outbox, "subscribe" | "entries" | "delayedCount" | "refusals" | "isIllegible" | "isRestored">;
  readonly contact: Pick<ServerContact, "isOnline" | "subscribe">;
  /** Calls `task` once the page has painted what the press of a button changed at once. */
  readonly afterPaint: (task: () => void) => void;
}

/** What screens show: the server's planning with this user's unsent changes applied. */
export interface ShownPlanning {
  /** The same object until something changes. */
  readonly snapshot: () => PlanningSnapshot;
  /** Also called without a new snapshot, because the status of a need is not part of it. */
  readonly subscribe: Listeners["subscribe"];
  /** Number of events of a group, past ones included. */
  readonly eventCount: (groupId: string) => number;
  readonly dispose: () => void;
}

const OUTBOX_SET_ASIDE = ["outbox"] as const;
const NOTHING_SET_ASIDE = [] as const;

export function createShownPlanning({ server, outbox, contact, afterPaint }: ShownPlanningPorts): ShownPlanning {
  const listeners = createListeners();
  let known = server.known();
  let unsent = outbox.entries();
  let snapshot: PlanningSnapshot = {
    status: "loading",
    planning: withUnsent(known, unsent),
    setAside: NOTHING_SET_ASIDE,
    connection: { status: "online", unsent: 0 },
    lateRefusals: outbox.refusals(),
  };

  function planningNow(): Planning {
    const [nextKnown, nextUnsent] = [server.known(), outbox.entries()];
    const isSame = nextKnown.planning === known.planning && nextUnsent === unsent;
    [known, unsent] = [nextKnown, nextUnsent];
    return isSame ? snapshot.planning : withUnsent(known, unsent);
  }

  function connectionNow(): Connection {
    const next: Connection = { status: contact.isOnline() ? "online" : "offline", unsent: outbox.delayedCount() };
    const { connection } = snapshot;
    return connection?.status === next.status && connection.unsent === next.unsent ? connection : next;
  }

  function update(): void {
    const planning = planningNow();
    const isReady = outbox.isRestored() && known.parts.some(({ part }) => part.type === "groups");
    const next: PlanningSnapshot = {
      status: isReady ? "ready" : "loading",
      planning,
      setAside: outbox.isIllegible() ? OUTBOX_SET_ASIDE : NOTHING_SET_ASIDE,
      connection: connectionNow(),
      lateRefusals: outbox.refusals(),
    };
    if (!isSameSnapshot(snapshot, next)) snapshot = next;
    listeners.notify();
  }

  let isUpdateDue = false;

  /** The user's own changes, which are stored meanwhile. Those that come before the paint are shown together. */
  function updateAfterPaint(): void {
    if (isUpdateDue) return;
    isUpdateDue = true;
    afterPaint(() => {
      isUpdateDue = false;
      update();
    });
  }

  const stops = [server.subscribe(update), outbox.subscribe(updateAfterPaint), contact.subscribe(update)];
  return {
    snapshot: () => snapshot,
    subscribe: listeners.subscribe,
    eventCount(groupId) {
      const counted = known.parts
        .map(({ part }) => part)
        .find((part) => part.type === "group" && part.groupId === groupId);
      const own = eventsOfGroup(known.planning, groupId).length;
      const total = counted?.type === "group" && counted.known ? counted.known.eventCount : own;
      return total + eventsOfGroup(snapshot.planning, groupId).length - own;
    },
    dispose() {
      for (const stop of stops) stop();
    },
  };
}

/** Name and date of the event that a change is about, as its author saw them. */
export function aboutOf(planning: Planning, change: PlanningChange): EventAbout | null {
  const event =
    "event" in change ? change.event : "eventId" in change ? findEvent(planning, change.eventId) : undefined;
  return event ? { name: event.name, date: event.date, time: event.time } : null;
}

function withUnsent({ planning }: KnownPlanning, unsent: readonly OutboxEntry[]): Planning {
  return unsent.reduce((former, { change }) => applyShownChange(former, change), planning);
}

function isSameSnapshot(former: PlanningSnapshot, next: PlanningSnapshot): boolean {
  return Object.entries(next).every(([name, value]) => former[name as keyof PlanningSnapshot] === value);
}
