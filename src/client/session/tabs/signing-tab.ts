import { type KeyValueStorage, tryToStore } from "../../storage/browser-storage.ts";

/** Key in this tab's `sessionStorage`: set while the current session was opened by this tab without remember-me. */
export const SIGNING_TAB_KEY = "signingTab";
/** After a reload, the page that was left frees its lock within moments; the original of a copied tab never does. */
const LOCK_PATIENCE_MS = 1_000;

/** The other tabs of this browser. */
export interface OtherTabs {
  readonly announceSignIn: () => void;
  readonly onSignIn: (listener: () => void) => void;
}

export interface SigningTabEnvironment {
  readonly tabStorage: KeyValueStorage;
  /** Absent where the page has no secure context. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  readonly otherTabs: OtherTabs;
  /** How this page was reached. */
  readonly navigation: NavigationTimingType;
  readonly newId: () => string;
}

/**
 * Records whether this tab opened the current session without remember-me. Reloading such a tab ends the session;
 * another tab, a copied tab or a link from a mail must not.
 */
export function createSigningTab({ tabStorage, locks, otherTabs, navigation, newId }: SigningTabEnvironment) {
  let releaseLock: (() => void) | undefined;

  /**
   * Tries to take the lock that shows that the tab `id` is alive. If it succeeds, holds it until `disown` or the page's
   * end.
   */
  function hold(id: string): Promise<boolean> {
    if (!locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      const held = new Promise<void>((release) => {
        releaseLock = release;
      });
      locks
        .request(`diapason.tab.${id}`, { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) }, () => {
          resolve(true);
          return held;
        })
        .catch(() => resolve(false));
    });
  }

  function disown(): void {
    tabStorage.removeItem(SIGNING_TAB_KEY);
    releaseLock?.();
    releaseLock = undefined;
  }

  otherTabs.onSignIn(disown);

  return {
    /** To be called after signing in: other tabs no longer own the session. This tab owns it unless it is remembered. */
    signedIn(isRemembered: boolean): void {
      disown();
      otherTabs.announceSignIn();
      if (isRemembered) return;
      const id = newId();
      if (tryToStore(tabStorage, SIGNING_TAB_KEY, id)) void hold(id);
    },
    signedOut: disown,
    /** Whether this page is a reload of the tab that signed in; the tab then owns the session no more. */
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

/**
 * Messages to and from the other tabs of this browser; none where channels are unavailable (blocked storage blocks them
 * too).
 */
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
