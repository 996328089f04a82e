import type { Session } from "#contract/sign-in/sessions.ts";
import type { UserRow } from "#contract/accounts/users.ts";
import type { KeyValueStorage } from "../storage/browser-storage.ts";
import { createListeners, type Listeners } from "../storage/listeners.ts";
import { forgetUser, rememberUser, restoreUser } from "./remembered-user.ts";
import type { SignedIn } from "./session-api.ts";
import type { SigningTab } from "./tabs/signing-tab.ts";

export interface SessionState {
  /** `null` while nobody is signed in. */
  readonly user: UserRow | null;
  /** Whether the server knows their address as confirmed; `undefined`: not asked yet, or there is none to confirm. */
  readonly isEmailConfirmed: boolean | undefined;
  /** Names of stored values that were unreadable and set aside, to notify the user. */
  readonly setAside: readonly string[];
  /** Why the user was signed out without asking for it; shown on the login screen. */
  readonly signOutReason: SignOutReason | null;
}

/**
 * `ended`: the server refused the session before its expiry. `expired`: after its expiry. `over`: unknown which,
 * because this page never learned the expiry.
 */
export type SignOutReason = "account_deleted" | "ended" | "expired" | "over";

export interface SignedInUserPorts {
  readonly storage: KeyValueStorage;
  readonly signingTab: Pick<SigningTab, "signedIn" | "signedOut">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called after the user signed out (`null`) or was signed out, to clear the selection. */
  readonly onSignedOut: (signOutReason: SignOutReason | null) => void;
}

/** The signed-in user of this page, and what this browser remembers of them. Makes no calls. */
export interface SignedInUser {
  readonly state: () => SessionState;
  readonly subscribe: Listeners["subscribe"];
  /**
   * Returns a function that tells whether the same sign-in is still current, so that late answers about an earlier one
   * are ignored.
   */
  readonly watch: () => () => boolean;
  readonly begin: (begun: SignedIn, isRemembered: boolean) => void;
  /** Deletes what this browser stores about any user. */
  readonly forgetStored: () => void;
  readonly update: (user: UserRow) => void;
  /** To be called when the server confirmed the session. */
  readonly confirm: (session: Session) => void;
  /** To be called when the server refused the session. */
  readonly refuse: () => void;
  readonly end: (signOutReason: SignOutReason | null) => void;
  /** To be called when the account was deleted. Shows that reason even if the session had already ended. */
  readonly endDeleted: () => void;
}

export function createSignedInUser({ storage, signingTab, now, onSignedOut }: SignedInUserPorts): SignedInUser {
  const listeners = createListeners();
  let state: SessionState = { ...restoreUser(storage, now()), isEmailConfirmed: undefined, signOutReason: null };
  /** Expiry of the session (ISO 8601), from the server's latest answer. */
  let knownExpiry: string | null = null;
  /** Grows whenever another user is signed in, or nobody. */
  let turn = 0;

  function set(next: SessionState): void {
    state = next;
    listeners.notify();
  }

  function show(begun: SignedIn | null, signOutReason: SignOutReason | null = null): void {
    turn += 1;
    knownExpiry = null;
    set({ ...state, user: begun?.user ?? null, isEmailConfirmed: begun?.isEmailConfirmed, signOutReason });
  }

  function update(user: UserRow): void {
    if (state.user?.id !== user.id) return;
    const isRemembered = restoreUser(storage, now()).user?.id === user.id;
    if (isRemembered) rememberUser(storage, user, now());
    if (JSON.stringify(user) !== JSON.stringify(state.user)) set({ ...state, user });
  }

  function end(signOutReason: SignOutReason | null): void {
    const { user } = state;
    if (!user) return;
    signingTab.signedOut();
    // If another user signed in since, the stored data is theirs and stays.
    const stored = restoreUser(storage, now()).user;
    if (stored === null || stored.id === user.id) forgetUser(storage);
    show(null, signOutReason);
    onSignedOut(signOutReason);
  }

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    watch() {
      const started = turn;
      return () => started === turn;
    },
    begin(begun, isRemembered) {
      if (isRemembered) rememberUser(storage, begun.user, now());
      signingTab.signedIn(isRemembered);
      show(begun);
    },
    forgetStored: () => forgetUser(storage),
    update,
    confirm({ user, expiresAt, isEmailConfirmed }) {
      knownExpiry = expiresAt;
      if (isEmailConfirmed !== state.isEmailConfirmed) set({ ...state, isEmailConfirmed });
      update(user);
    },
    refuse() {
      if (knownExpiry === null) end("over");
      else end(now() >= Date.parse(knownExpiry) ? "expired" : "ended");
    },
    end,
    endDeleted() {
      end("account_deleted");
      if (state.signOutReason !== "account_deleted") set({ ...state, signOutReason: "account_deleted" });
    },
  };
}
