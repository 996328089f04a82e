import type { Session } from "#contract/sign-in/sessions.ts";
import { wait } from "../../http/back-off.ts";
import { makeCallsAs } from "../../http/call-api.ts";
import { firstResponses } from "../../http/first-responses.ts";
import { PAGES } from "../../pages.ts";
import { dropPeople } from "../../people/stored-people.ts";
import type { PlanningDevice } from "../../planning/local/local-source.ts";
import { createDeleters, type Deleters } from "../../planning/planning-hooks.ts";
import {
  createSelectedGroup,
  dropSelectionOfDeletedGroups,
  type SelectedGroup,
} from "../../planning/selected-group.ts";
import { browserStores, dropReads, hasUnsent } from "../../planning/shared-planning/browser-stores.ts";
import type { FirstParts } from "../../planning/shared-planning/reads/first-parts.ts";
import { createSharing, type Sharing, watchSharing } from "../../planning/sharing.ts";
import {
  createSwitchingSource,
  keepUnstoredChanges,
  UNSTORED_CHANGES_KEY,
  type SwitchingSource,
} from "../../planning/switching-source.ts";
import { dropAllDrafts } from "../../session/draft-keys.ts";
import { createSessionApi, createSessionEnding } from "../../session/session-api.ts";
import { watchSession } from "../../session/session-watch.ts";
import { createSession, type SessionEnvironment, type SessionStore } from "../../session/session.ts";
import { createSigningTab, joinOtherTabs } from "../../session/tabs/signing-tab.ts";
import { browserStorage, type KeyValueStorage } from "../../storage/browser-storage.ts";
import { createListeners, type Listeners } from "../../storage/listeners.ts";
import { createStorageLock } from "../../storage/storage-lock.ts";
import { whenIdle } from "../../ui/page/lazy-part.tsx";
import { lostGroup, wantedEvent } from "../arrival/pending-notices.ts";

/** The stores and ports of the page, created once at its start. */
export interface Environment {
  readonly session: SessionStore;
  readonly source: SwitchingSource;
  readonly selectedGroup: SelectedGroup;
  readonly sharing: Sharing;
  readonly device: PlanningDevice;
  readonly subscribeToPeople: Listeners["subscribe"];
  readonly subscribeToReloads: Listeners["subscribe"];
  readonly deleters: Deleters;
}

/** The code of the planning's source is loaded when the page is idle, at the latest after this time. */
const IDLE_WITHIN_MS = 500;
const PLANNING_LOCK = "diapason.planning";

/**
 * Creates the page's stores with this browser's storage, locks and clock.
 * @param pageSession the session that came with the page
 * @param drawn resolves once the page shows its first screen
 */
export function createBrowserEnvironment(pageSession: Session | null, drawn: Promise<void>): Environment {
  const storage = browserStorage("localStorage");
  // `undefined` in insecure contexts, although the type denies it.
  const locks = navigator.locks as LockManager | undefined;
  const device = {
    ...createStorageLock({ name: PLANNING_LOCK, storage, storageEvents: window, locks }),
    storageEvents: window,
    now: Date.now,
  };
  const selectedGroup = createSelectedGroup(storage, window);
  const session = createBrowserSession((signOutReason) => {
    if (signOutReason !== "replaced") selectedGroup.select(null);
    // If the user did not choose to sign out, their drafts stay in this tab.
    if (signOutReason === null || signOutReason === "account_deleted") forgetTab();
  });
  // If the page reloaded itself (a new version), a user without « remember me » stays signed in too.
  if (pageSession !== null && pageSession.user.id === window.pageStart.reloadedFor) session.resume(pageSession);
  const people = createListeners();
  const reloads = createListeners();
  const deleters = createDeleters();
  const sharing = createSharing({ storage, storageEvents: window });
  const keepUnstored = keepUnstoredChanges(storage, window);
  const unsentCheck = mayHaveUnsent(storage);
  /** The parts of the planning that came with the page. The source starts from them. */
  let firstParts: FirstParts | null = null;

  const source = createSwitchingSource({
    sharing,
    person: { id: () => session.state().user?.id ?? null, subscribe: session.subscribe },
    async firstView(userId) {
      const { createFirstView, takeFirstParts } = await import("../../planning/shared-planning/reads/first-parts.ts");
      const parts = takeFirstParts(firstResponses, userId);
      if (parts === null) return null;
      firstParts = parts;
      // With unsent changes, a first view would show old answers: only the source can apply them.
      return (await unsentCheck) ? null : createFirstView(parts);
    },
    // React hydrates a screen in slices. The planning must not change before the last one.
    painted: async () => void (await Promise.all([painted(), drawn])),
    keepUnstored: (userId, change) => keepUnstored({ id: randomId(), userId, change, madeAt: Date.now() }),
    async load({ userId }) {
      if (userId === null) {
        const { createLocalSource } = await import("../../planning/local/local-source.ts");
        return () => createLocalSource({ ...device, wait });
      }
      const { openTeamSource } = await import("../team-source.ts");
      return () => {
        const first = userId === firstResponses.userId ? firstParts : null;
        firstParts = null;
        const listeners = { onPeopleChange: people.notify, onReload: reloads.notify };
        return openTeamSource(userId, { session, first, selectedGroup, sharing, device, wait, deleters, ...listeners });
      };
    },
    wait,
    random: Math.random,
  });
  // These subscriptions last for the life of the page.
  watchSession(session, { page: document, now: Date.now, random: Math.random });
  followUser(session);
  dropCachesWhenSignedOut(session, sharing);
  watchSharing(sharing, { page: document, random: Math.random });
  dropSelectionOfDeletedGroups(source, selectedGroup, (lost) => {
    // A user who deletes the group on the screen of groups gets the message of that screen instead.
    const isDeletedHere = selectedGroup.id() !== null && window.location.pathname === PAGES.groupChoice;
    if (!isDeletedHere) lostGroup.set(lost);
  });
  return {
    session,
    source,
    selectedGroup,
    sharing,
    device,
    deleters,
    subscribeToPeople: people.subscribe,
    subscribeToReloads: reloads.subscribe,
  };
}

/** Whether the user whose data came with the page may have unsent changes in this browser. */
async function mayHaveUnsent(storage: KeyValueStorage): Promise<boolean> {
  const { userId, position } = firstResponses;
  if (userId === null || position === null) return false;
  if (storage.getItem(UNSTORED_CHANGES_KEY) !== null) return true;
  try {
    return await hasUnsent(browserStores().outbox, userId);
  } catch {
    // IndexedDB is blocked, so it cannot hold unsent changes.
    return false;
  }
}

/**
 * Reports each change of the signed-in user, so that nobody gets the page data or the saved input of another user, or makes
 * calls as that user.
 */
function followUser(session: SessionStore): void {
  function handleSession(): void {
    const userId = session.state().user?.id ?? null;
    window.pageStart.userId = userId;
    makeCallsAs(userId);
    firstResponses.keepFor(userId);
  }
  session.subscribe(handleSession);
  handleSession();
}

/**
 * Deletes cached data and ends notifications whenever nobody is signed in. Sign-out alone would not be enough, because a
 * session can also end when its tab is closed or reloaded.
 */
function dropCachesWhenSignedOut(session: SessionStore, sharing: Sharing): void {
  function dropIfSignedOut(): void {
    const { user, signOutReason } = session.state();
    const isTheirs = user !== null || signOutReason === "replaced";
    if (sharing.state() === "shared" && !isTheirs) void dropCaches();
  }
  session.subscribe(dropIfSignedOut);
  dropIfSignedOut();
}

async function dropCaches(): Promise<void> {
  try {
    await Promise.all([dropReads(), dropPeople(), endPushes()]);
  } catch {
    // Either the browser stores nothing, or the next start of the page deletes the data.
  }
}

function forgetTab(): void {
  dropAllDrafts();
  wantedEvent.forget();
  lostGroup.set(null);
}

function createBrowserSession(onSignedOut: SessionEnvironment["onSignedOut"]): SessionStore {
  const api = createSessionApi();
  const otherTabs = joinOtherTabs();
  return createSession({
    api,
    storage: browserStorage("localStorage"),
    storageEvents: window,
    signingTab: createSigningTab({
      tabStorage: browserStorage("sessionStorage"),
      locks: navigator.locks,
      otherTabs,
      navigation: navigationType(),
      newId: randomId,
    }),
    otherTabs,
    ending: createSessionEnding({ api, otherTabs, wait, random: Math.random }),
    now: Date.now,
    onSignedOut,
  });
}

/** Resolves when the browser has painted and is idle. */
function painted(): Promise<void> {
  return new Promise((resolve) => window.pageStart.afterPaint(() => whenIdle(resolve, IDLE_WITHIN_MS)));
}

/** How the page was reached. Reloads by the user may end a session (session/tabs/signing-tab.ts), reloads by the page not. */
function navigationType(): NavigationTimingType {
  if (window.pageStart.reloadedFor !== undefined) return "navigate";
  const [entry] = performance.getEntriesByType("navigation");
  return (entry as PerformanceNavigationTiming | undefined)?.type ?? "navigate";
}

/** Unlike `crypto.randomUUID`, also available in insecure contexts. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");
}

/** Ends this browser's push subscription, if any. The next user must not get the notifications of the previous one. */
async function endPushes(): Promise<void> {
  // Without https there is no service worker. Old browsers do not support push.
  const registration = await (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.getRegistration();
  const pushes: PushManager | undefined = registration?.pushManager;
  const subscription = await pushes?.getSubscription();
  await subscription?.unsubscribe();
}
