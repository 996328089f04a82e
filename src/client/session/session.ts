import type { UserRow } from "#contract/accounts/users.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { SignIn, SignUp } from "#contract/sign-in/sign-in.ts";
import { ApiError } from "../http/call-api.ts";
import type { KeyValueStorage } from "../storage/browser-storage.ts";
import { createListeners } from "../storage/listeners.ts";
import { CURRENT_USER_KEY, forgetUser, rememberUser, restoreUser } from "./remembered-user.ts";
import type { SessionApi, SessionEnding, SignedIn } from "./session-api.ts";
import type { OtherTabs, SigningTab } from "./tabs/signing-tab.ts";

export interface SessionState {
  /** `null` while nobody is signed in. */
  readonly user: UserRow | null;
  /** Whether the e-mail address is confirmed; `undefined`: not loaded yet, or the user has no address. */
  readonly isEmailConfirmed: boolean | undefined;
  /** Storage keys whose unreadable values were moved to other keys. */
  readonly setAside: readonly string[];
  /** Why the user was signed out without asking for it; shown on the login screen. */
  readonly signOutReason: SignOutReason | null;
}

/**
 * `ended`: by the server, before the expiry. `expired`: the expiry has passed. `over`: this page does not know the expiry.
 * `replaced`: another user signed in in another tab. What this browser stores is theirs then.
 */
type SignOutReason = "account_deleted" | "ended" | "expired" | "over" | "replaced";

interface SignedInUserPorts {
  readonly storage: KeyValueStorage;
  readonly signingTab: Pick<SigningTab, "signedIn" | "signedOut">;
  readonly now: () => number;
  /** Called after the user signed out (`null`) or was signed out, to clear the selection. */
  readonly onSignedOut: (signOutReason: SignOutReason | null) => void;
}

/** The signed-in user of this page, and the user stored in this browser (« remember me »). Makes no calls. */
function createSignedInUser({ storage, signingTab, now, onSignedOut }: SignedInUserPorts) {
  const listeners = createListeners();
  let state: SessionState = { ...restoreUser(storage, now()), isEmailConfirmed: undefined, signOutReason: null };
  /** Expiry of the session (ISO 8601), from the server's latest response. */
  let knownExpiry: string | null = null;
  /** Number of sign-ins, sign-outs and saved profiles on this page. */
  let changeCount = 0;

  function set(next: SessionState): void {
    state = next;
    listeners.notify();
  }

  function show(session: SignedIn | null, signOutReason: SignOutReason | null = null): void {
    changeCount += 1;
    knownExpiry = null;
    set({ ...state, user: session?.user ?? null, isEmailConfirmed: session?.isEmailConfirmed, signOutReason });
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
    // If another user signed in meanwhile in another tab, the stored user is that one, and stays.
    const stored = restoreUser(storage, now()).user;
    if (stored === null || stored.id === user.id) forgetUser(storage);
    show(null, signOutReason);
    onSignedOut(signOutReason);
  }

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    /** Returns a function that tells whether nothing of this has changed since: otherwise a response is out of date. */
    watch(): () => boolean {
      const countAtStart = changeCount;
      return () => countAtStart === changeCount;
    },
    begin(session: SignedIn, { isRemembered }: { readonly isRemembered: boolean }): void {
      if (isRemembered) rememberUser(storage, session.user, now());
      signingTab.signedIn(isRemembered);
      show(session);
    },
    forgetStored: () => forgetUser(storage),
    /** To be called when a row was saved. Does nothing if it is another user's. */
    updateSaved: (user: UserRow): void => {
      if (user.id === state.user?.id) changeCount += 1;
      update(user);
    },
    /** To be called when the server confirmed that the session is valid. */
    confirm({ user, expiresAt, isEmailConfirmed }: Session): void {
      knownExpiry = expiresAt;
      if (isEmailConfirmed !== state.isEmailConfirmed) set({ ...state, isEmailConfirmed });
      update(user);
    },
    /** To be called when the server says that this browser has no session. */
    refuse(): void {
      if (knownExpiry === null) end("over");
      else end(now() >= Date.parse(knownExpiry) ? "expired" : "ended");
    },
    end,
    /** To be called when the account was deleted. Shows this reason even if the session had already ended. */
    endDeleted: (): void => {
      end("account_deleted");
      if (state.signOutReason !== "account_deleted") set({ ...state, signOutReason: "account_deleted" });
    },
  };
}

/** Result of checking the server's session; `expiresAt` is ISO 8601. */
export type CheckOutcome =
  | { readonly status: "valid"; readonly expiresAt: string }
  | { readonly status: "ended" }
  | { readonly status: "unreachable" };

export interface SessionEnvironment extends SignedInUserPorts {
  readonly api: SessionApi;
  readonly storageEvents: EventTarget;
  readonly signingTab: SigningTab;
  readonly otherTabs: Pick<OtherTabs, "onSignIn">;
  readonly ending: SessionEnding;
}

/** The session of this page: who is signed in, and how to sign in and out. Calls to the server throw `ApiError`. */
export function createSession(environment: SessionEnvironment) {
  const { api, storage, storageEvents, signingTab, otherTabs, ending, now, onSignedOut } = environment;
  const signedIn = createSignedInUser({ storage, signingTab, now, onSignedOut });
  const reloadedSessionEnded = endReloadedSession(signingTab, ending);

  async function readyForNewSession(): Promise<void> {
    await reloadedSessionEnded;
    await ending.settled();
  }

  async function signInWith(open: () => Promise<SignedIn>, isRemembered: boolean): Promise<void> {
    await readyForNewSession();
    const session = await open();
    // Without « remember me », no user must stay stored, such as the one of an earlier sign-in.
    signedIn.forgetStored();
    signedIn.begin(session, { isRemembered });
  }

  async function check(): Promise<CheckOutcome> {
    const isCurrent = signedIn.watch();
    const { user } = signedIn.state();
    if (!user) return { status: "ended" };
    try {
      const session = await api.current();
      if (session?.user.id === user.id) {
        if (isCurrent()) signedIn.confirm(session);
        return { status: "valid", expiresAt: session.expiresAt };
      }
      if (isCurrent() && session !== null) signedIn.end("replaced");
      else if (isCurrent()) signedIn.refuse();
      return { status: "ended" };
    } catch (error) {
      if (error instanceof ApiError) return { status: "unreachable" };
      throw error;
    }
  }

  storageEvents.addEventListener("storage", (event) => {
    const { key, newValue } = event as StorageEvent;
    const isSignOutElsewhere = key === null || (key === CURRENT_USER_KEY && newValue === null);
    if (isSignOutElsewhere) void check();
  });
  // If another user signed in, calls from this tab would now be theirs: it must not save its user's profile as theirs.
  otherTabs.onSignIn(() => void check());

  return {
    state: signedIn.state,
    subscribe: signedIn.subscribe,
    /** Asks the server whether the session is valid. Signs out here if the server refuses it, but not if it is unreachable. */
    check,
    /** To be called when the signed-in user's row changed: shows it, and stores it if the user is remembered. */
    updateUser: signedIn.updateSaved,
    signIn: (credentials: SignIn): Promise<void> =>
      signInWith(() => api.signIn(credentials), credentials.rememberMe === true),
    /** Signs in with a call that the caller makes. */
    signInWith,
    /** For a page that reloaded itself: continues a session without remember-me, unless this browser has a stored user. */
    resume(session: SignedIn): void {
      if (signedIn.state().user === null) signedIn.begin(session, { isRemembered: false });
    },
    register: async (form: SignUp): Promise<void> => {
      await readyForNewSession();
      signedIn.begin(await api.register(form), { isRemembered: true });
    },
    /** Always signs out on this page, even if the server is unreachable. */
    signOut: async (): Promise<void> => {
      await ending.begin();
      signedIn.end(null);
    },
    /** To be called after the server deleted the signed-in user's account: signs out here too. */
    accountDeleted: signedIn.endDeleted,
  };
}

export type SessionStore = ReturnType<typeof createSession>;

/** Reloading the tab that signed in without remember-me ends the session (specification §4), also on the server. */
async function endReloadedSession(signingTab: SigningTab, ending: SessionEnding): Promise<void> {
  if (await signingTab.wasReloaded()) await ending.begin();
}
