import type { SignIn, SignUp } from "#contract/account-forms.ts";
import type { UserRow } from "#contract/accounts.ts";
import { ApiError } from "../http/api-error.ts";
import type { KeyValueStorage } from "../storage/browser-storage.ts";
import { createListeners } from "../storage/listeners.ts";
import { CURRENT_USER_KEY, forgetUser, rememberUser, restoreUser } from "./remembered-user.ts";
import type { SessionApi } from "./session-api.ts";
import type { SessionEnding } from "./session-ending.ts";
import type { SigningTab } from "./signing-tab.ts";

export interface SessionState {
  /** `null` while nobody is signed in. */
  readonly user: UserRow | null;
  /** Names of stored values that could not be read and were set aside, so that the person can be told. */
  readonly setAside: readonly string[];
  /** Whoever was signed in last has deleted their account: they are told so where they arrive. */
  readonly isAccountDeleted: boolean;
}

/** What a look at the server's session found; `expiresAt` is ISO 8601. */
export type CheckOutcome =
  | { readonly status: "valid"; readonly expiresAt: string }
  | { readonly status: "ended" }
  | { readonly status: "unreachable" };

/** Who is signed in on this page. Calls to the server throw `ApiError`. */
export interface SessionStore {
  readonly state: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly signIn: (credentials: SignIn) => Promise<void>;
  readonly register: (form: SignUp) => Promise<void>;
  /** Always signs out here, whatever the server says. */
  readonly signOut: () => Promise<void>;
  /** The server has deleted the signed-in person's account: they are signed out here too. */
  readonly accountDeleted: () => void;
  /** The signed-in person's row changed: theirs is shown, and stored where they are remembered. */
  readonly updateUser: (user: UserRow) => void;
  /** Asks the server; signs out here when it refuses the session, not when it does not answer. */
  readonly check: () => Promise<CheckOutcome>;
}

export interface SessionSurroundings {
  readonly api: SessionApi;
  readonly storage: KeyValueStorage;
  readonly storageEvents: EventTarget;
  readonly signingTab: SigningTab;
  readonly ending: SessionEnding;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called after the person signed out or was signed out: nothing of theirs stays selected. */
  readonly onSignedOut: () => void;
}

export function createSession(surroundings: SessionSurroundings): SessionStore {
  const { api, storage, storageEvents, signingTab, ending, now, onSignedOut } = surroundings;
  const listeners = createListeners();
  let state: SessionState = { ...restoreUser(storage, now()), isAccountDeleted: false };
  /** Grows with each change of who is signed in, so that a late answer about the former person is known as such. */
  let turn = 0;
  const reloadedSessionEnded = endReloadedSession(signingTab, ending);

  function show(user: UserRow | null): void {
    turn += 1;
    state = { ...state, user, isAccountDeleted: false };
    listeners.notify();
  }

  async function readyForNewSession(): Promise<void> {
    await reloadedSessionEnded;
    await ending.settled();
  }

  function isRemembered(userId: string): boolean {
    return restoreUser(storage, now()).user?.id === userId;
  }

  function endHere(): void {
    const { user } = state;
    if (!user) return;
    signingTab.signedOut();
    // What another person's sign-in stored in this browser is theirs.
    const stored = restoreUser(storage, now()).user;
    if (stored === null || stored.id === user.id) forgetUser(storage);
    show(null);
    onSignedOut();
  }

  async function check(): Promise<CheckOutcome> {
    const asked = turn;
    const { user } = state;
    if (!user) return { status: "ended" };
    try {
      const session = await api.current();
      const isStale = asked !== turn;
      if (session?.user.id === user.id) {
        if (!isStale) updateUser(session.user);
        return { status: "valid", expiresAt: session.expiresAt };
      }
      if (!isStale) endHere();
      return { status: "ended" };
    } catch (error) {
      if (error instanceof ApiError) return { status: "unreachable" };
      throw error;
    }
  }

  function updateUser(user: UserRow): void {
    if (state.user?.id !== user.id) return;
    if (isRemembered(user.id)) rememberUser(storage, user, now());
    if (JSON.stringify(user) === JSON.stringify(state.user)) return;
    state = { ...state, user };
    listeners.notify();
  }

  storageEvents.addEventListener("storage", (event) => {
    const { key, newValue } = event as StorageEvent;
    const isSignOutElsewhere = key === null || (key === CURRENT_USER_KEY && newValue === null);
    if (isSignOutElsewhere) void check();
  });

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    check,
    updateUser,
    async signIn(credentials) {
      await readyForNewSession();
      const user = await api.signIn(credentials);
      forgetUser(storage);
      if (credentials.rememberMe) rememberUser(storage, user, now());
      signingTab.signedIn(credentials.rememberMe === true);
      show(user);
    },
    async register(form) {
      await readyForNewSession();
      const user = await api.register(form);
      rememberUser(storage, user, now());
      signingTab.signedIn(true);
      show(user);
    },
    async signOut() {
      await ending.begin();
      endHere();
    },
    accountDeleted() {
      endHere();
      state = { ...state, isAccountDeleted: true };
      listeners.notify();
    },
  };
}

/** Reloading the tab that signed in without remember-me ends the session (specification §4), on the server too. */
async function endReloadedSession(signingTab: SigningTab, ending: SessionEnding): Promise<void> {
  if (await signingTab.wasReloaded()) await ending.begin();
}
