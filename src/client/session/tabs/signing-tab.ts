import { type KeyValueStorage, tryToStore } from "../../storage/browser-storage.ts";

/** Key in this tab's `sessionStorage`: set while the current session was opened by this tab without remember-me. */
export const SIGNING_TAB_KEY = "signingTab";
/** A reloaded page gets its tab's lock within moments. A copied tab never does, because the original tab holds it. */
const LOCK_WAIT_MS = 1_000;

/** The other tabs of this browser. */
export interface OtherTabs {
  readonly announceSignIn: () => void;
  readonly onSignIn: (listener: () => void) => void;
}

export interface SigningTabEnvironment {
  readonly tabStorage: KeyValueStorage;
  /** Absent if the page has no secure context. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  readonly otherTabs: OtherTabs;
  /** How this page was reached. */
  readonly navigation: NavigationTimingType;
  readonly newId: () => string;
}

/**
 * Records whether this tab opened the current session without remember-me. Reloading such a tab ends the session. Opening
 * another tab, copying the tab or following a link from a mail must not end it.
 */
export function createSigningTab({ tabStorage, locks, otherTabs, navigation, newId }: SigningTabEnvironment) {
  let releaseLock: (() => void) | undefined;

  /** Takes the lock that shows that tab `id` is open, and holds it until `disown` or the end of the page. */
  function hold(id: string): Promise<boolean> {
    if (!locks) return Promise.resolve(true);
    const held = Promise.withResolvers<void>();
    releaseLock = held.resolve;
    return new Promise((resolve) => {
      locks
        .request(`diapason.tab.${id}`, { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, () => {
          resolve(true);
          return held.promise;
        })
        .catch(() => resolve(false));
    });
  }

  /** This tab no longer owns the session: reloading it does not end the session. */
  function disown(): void {
    tabStorage.removeItem(SIGNING_TAB_KEY);
    releaseLock?.();
    releaseLock = undefined;
  }

  otherTabs.onSignIn(disown);

  return {
    /** To be called after signing in: other tabs no longer own the session. This tab owns it if the user is not remembered. */
    signedIn(isRemembered: boolean): void {
      disown();
      otherTabs.announceSignIn();
      if (isRemembered) return;
      const id = newId();
      if (tryToStore(tabStorage, SIGNING_TAB_KEY, id)) void hold(id);
    },
    signedOut: disown,
    /** Whether this page is a reload of the tab that signed in. The tab then no longer owns the session. */
    async wasReloaded(): Promise<boolean> {
      const id = tabStorage.getItem(SIGNING_TAB_KEY);
      if (id === null) return false;
      const isThisTab = await hold(id);
      const isReload = navigation === "reload";
      if (isReload || !isThisTab) disown();
      return isReload && isThisTab;
    },
  };
}

export type SigningTab = ReturnType<typeof createSigningTab>;

const CHANNEL = "diapason.session";

/** Messages to and from the other tabs of this browser. There are none if the browser blocks storage and channels. */
export function joinOtherTabs(): OtherTabs {
  try {
    const channel = new BroadcastChannel(CHANNEL);
    return {
      announceSignIn() {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
        channel.postMessage("signed-in");
      },
      onSignIn(listener) {
        channel.addEventListener("message", listener);
      },
    };
  } catch {
    return { announceSignIn() {}, onSignIn() {} };
  }
}
