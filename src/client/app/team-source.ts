import { withQuery } from "#contract/paths.ts";
import { HINT_MAX } from "#contract/visit/visit-cookie.ts";
import type { PlanningDevice } from "../planning/local/local-source.ts";
import type { Deleters } from "../planning/planning-hooks.ts";
import type { DisposableSource } from "../planning/planning-source.ts";
import { createOwnPlanning } from "../planning/publication/own-planning.ts";
import type { SelectedGroup } from "../planning/selected-group.ts";
import { browserStores } from "../planning/shared-planning/browser-stores.ts";
import { probeServer, watchServer } from "../planning/shared-planning/contact/server-contact.ts";
import { createLiveChanges } from "../planning/shared-planning/live/change-stream.ts";
import type { FirstParts } from "../planning/shared-planning/reads/first-parts.ts";
import { createSharedSource } from "../planning/shared-planning/shared-source.ts";
import type { Sharing } from "../planning/sharing.ts";
import { takeUnstoredChanges } from "../planning/unstored-changes.ts";
import type { SessionStore } from "../session/session.ts";
import { createListeners } from "../storage/listeners.ts";
import { currentLayout } from "../ui/page/page-width.ts";

interface TeamEnvironment {
  readonly session: Pick<SessionStore, "check" | "accountDeleted">;
  readonly first: FirstParts | null;
  readonly selectedGroup: Pick<SelectedGroup, "id">;
  readonly sharing: Pick<Sharing, "check" | "setState">;
  /** This browser's storage, which may also hold a local planning. */
  readonly device: PlanningDevice;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Called when a user's name or services may have changed, or a user was deleted. */
  readonly onPeopleChange: () => void;
  readonly onReload: () => void;
  readonly deleters: Pick<Deleters, "note">;
}

/** Opens the team's planning for one signed-in user: connects `createSharedSource` to this browser and its change stream. */
export function openTeamSource(userId: string, environment: TeamEnvironment): DisposableSource {
  const { session, first, selectedGroup, sharing, device, wait, onPeopleChange, onReload, deleters } = environment;
  const lateness = createListeners();
  const live = createLiveChanges({
    now: Date.now,
    random: Math.random,
    start: first?.position ?? null,
    visibility: { isVisible, subscribe: onVisibilityChange },
    onLate: lateness.notify,
    openEventSource: (address) => new EventSource(addressWithVisit(address, selectedGroup.id())),
  });
  /** A page that came without data has loaded the people before its stream started: a change in between may be missing. */
  let mayHaveMissedPeople = first === null;
  const stopListening = live.subscribe((event) => {
    // Two possible reasons: the session has ended, or the planning is no longer shared.
    if (event.type === "refused") void Promise.all([session.check(), sharing.check()]);
    if (event.type === "reload") onReload();
    if (event.type === "ready" && mayHaveMissedPeople) {
      mayHaveMissedPeople = false;
      onPeopleChange();
    }
    if (event.type !== "change") return;
    const { change, by } = event;
    if (by !== undefined) deleters.note(change, by);
    // Another device, an admin or a guardian may have changed the user's own row.
    if (change.type === "person.changed" && change.person.id === userId) void session.check();
    if (change.type === "person.removed" && change.userId === userId) void handleAccountDeleted();
    else if (change.type.startsWith("person.")) onPeopleChange();
    else if (change.type === "service.renamed") {
      onPeopleChange();
      // The user may have the renamed service, and forms offer it: reload both.
      void Promise.all([session.check(), sharing.check()]);
    }
  });
  const source = createSharedSource({
    userId,
    locks: navigator.locks,
    openChannel: (name: string) => new BroadcastChannel(name),
    onReturn,
    now: Date.now,
    random: Math.random,
    afterPaint: window.pageStart.afterPaint,
    live,
    first,
    // Changes that an earlier page could not put into the outbox before it was left.
    unstored: takeUnstoredChanges(device.storage, (change) => change.userId === userId),
    stores: browserStores(),
    watchContact: (contact) =>
      watchServer({
        contact,
        probe: probeServer,
        wait,
        subscribeToLateness: lateness.subscribe,
        network: browserNetwork,
      }),
    wait,
    onSessionRefused: () => void session.check(),
  });

  /** Deletes the user's unsent changes and their answers in this browser, before the user is notified. */
  async function handleAccountDeleted(): Promise<void> {
    const ownPlanning = createOwnPlanning({ device, sharing });
    // `allSettled`: the user must be notified even if a storage is blocked.
    await Promise.allSettled([source.forget({ unsent: true }), ownPlanning.removePerson(userId)]);
    session.accountDeleted();
  }

  return {
    ...source,
    dispose() {
      // The next user of this browser must not read this user's data. Unsent changes stay for this user.
      void source.forget({ unsent: false });
      source.dispose();
      stopListening();
      live.close();
    },
  };
}

const browserNetwork = {
  isDown: () => !navigator.onLine,
  subscribeToLoss(listener: () => void): () => void {
    window.addEventListener("offline", listener);
    return () => window.removeEventListener("offline", listener);
  },
};

/** Calls `listener` whenever the page becomes visible, or the browser reports that it is online again. */
function onReturn(listener: () => void): () => void {
  const stopWatching = onVisibilityChange(() => {
    if (isVisible()) listener();
  });
  window.addEventListener("online", listener);
  return () => {
    stopWatching();
    window.removeEventListener("online", listener);
  };
}

function isVisible(): boolean {
  return document.visibilityState === "visible";
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

/**
 * The address of the change stream, with the group and layout that this page shows. The server stores them in a cookie, so
 * that it can send the data of this group with the page of the next visit.
 */
function addressWithVisit(address: string, groupId: string | null): string {
  // The server would refuse a stream with a longer id.
  const group = groupId !== null && groupId.length <= HINT_MAX ? groupId : null;
  return withQuery(address, { group, layout: currentLayout() });
}
