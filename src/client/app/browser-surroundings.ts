import { createLocalSource, type PlanningDevice } from "../planning/local-source.ts";
import type { PlanningSource } from "../planning/planning-source.ts";
import { createSelectedGroup, dropSelectionOfDeletedGroups, type SelectedGroup } from "../planning/selected-group.ts";
import { createSharing, type Sharing, watchSharing } from "../planning/sharing.ts";
import { createSwitchingSource } from "../planning/switching-source.ts";
import { joinOtherTabs } from "../session/other-tabs.ts";
import { createSessionApi } from "../session/session-api.ts";
import { createSessionEnding } from "../session/session-ending.ts";
import { createSession, type SessionStore } from "../session/session.ts";
import { createSigningTab } from "../session/signing-tab.ts";
import { browserStorage } from "../storage/browser-storage.ts";
import { createListeners, type Listeners } from "../storage/listeners.ts";
import { createTabTurns } from "../storage/tab-turns.ts";

/** What lives as long as the page. */
export interface Surroundings {
  readonly session: SessionStore;
  readonly source: PlanningSource;
  readonly selectedGroup: SelectedGroup;
  readonly sharing: Sharing;
  readonly device: PlanningDevice;
  readonly subscribeToPeople: Listeners["subscribe"];
}

const PLANNING_LOCK = "diapason.planning";

/** The product's parts on this browser's storage, locks and clock. */
export function createBrowserSurroundings(): Surroundings {
  const storage = browserStorage("localStorage");
  // Absent in insecure contexts, whatever the type says.
  const locks = navigator.locks as LockManager | undefined;
  const device = {
    ...createTabTurns({ name: PLANNING_LOCK, storage, storageEvents: window, locks }),
    storageEvents: window,
    now: Date.now,
  };
  const selectedGroup = createSelectedGroup(storage, window);
  const session = createBrowserSession(() => selectedGroup.select(null));
  const people = createListeners();
  const sharing = createSharing({ storage, storageEvents: window });
  const source = createSwitchingSource({
    sharing,
    person: { id: () => session.state().user?.id ?? null, subscribe: session.subscribe },
    openLocal: () => createLocalSource({ ...device, wait }),
    async loadShared() {
      const { openTeamSource } = await import("./team-source.ts");
      return (userId) => openTeamSource(userId, { session, sharing, wait, onPeopleChange: people.notify });
    },
    wait,
    random: Math.random,
  });
  // All for the life of the page: nobody ever stops them.
  dropReadsOfNobody(session, sharing);
  watchSharing(sharing, { page: document, random: Math.random });
  dropSelectionOfDeletedGroups(source, selectedGroup);
  return { session, source, selectedGroup, sharing, device, subscribeToPeople: people.subscribe };
}

/**
 * A session may have ended with its tab, with a reload, or before what was kept for it was even opened: nobody signed
 * out, and nobody may read on.
 */
function dropReadsOfNobody(session: SessionStore, sharing: Sharing): void {
  function look(): void {
    if (sharing.state() === "shared" && session.state().user === null) void dropReads();
  }
  session.subscribe(look);
  look();
}

async function dropReads(): Promise<void> {
  try {
    const [stores, people] = await Promise.all([
      import("../planning/shared-planning/browser-stores.ts"),
      import("../people/kept-people.ts"),
    ]);
    await Promise.all([stores.dropReads(), people.dropPeople()]);
  } catch {
    // Nothing is kept here, or the next start drops it.
  }
}

function createBrowserSession(onSignedOut: () => void): SessionStore {
  const api = createSessionApi();
  return createSession({
    api,
    storage: browserStorage("localStorage"),
    storageEvents: window,
    signingTab: createSigningTab({
      tabStorage: browserStorage("sessionStorage"),
      locks: navigator.locks,
      otherTabs: joinOtherTabs(),
      navigation: navigationType(),
      newId: randomId,
    }),
    ending: createSessionEnding({ api, wait, random: Math.random }),
    now: Date.now,
    onSignedOut,
  });
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function navigationType(): NavigationTimingType {
  const [entry] = performance.getEntriesByType("navigation");
  return (entry as PerformanceNavigationTiming | undefined)?.type ?? "navigate";
}

/** Unlike `crypto.randomUUID`, there in insecure contexts too. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");
}
