import type { SignIn, SignUp } from "#contract/sign-in/sign-in.ts";
import type { UserRow } from "#contract/accounts/users.ts";
import { ApiError } from "../http/api-error.ts";
import { CURRENT_USER_KEY } from "./remembered-user.ts";
import type { SessionApi, SignedIn } from "./session-api.ts";
import type { SessionEnding } from "./session-ending.ts";
import { createSignedInUser, type SessionState, type SignedInUserPorts } from "./signed-in-user.ts";
import type { SigningTab } from "./tabs/signing-tab.ts";

/** Result of checking the server's session; `expiresAt` is ISO 8601. */
export type CheckOutcome =
  | { readonly status: "valid"; readonly expiresAt: string }
  | { readonly status: "ended" }
  | { readonly status: "unreachable" };

/** The session of this page. Calls to the server throw `ApiError`. */
export interface SessionStore {
  readonly state: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly signIn: (credentials: SignIn) => Promise<void>;
  /** Signs in by a call of the caller's own. */
  readonly signInWith: (open: () => Promise<SignedIn>, isRemembered: boolean) => Promise<void>;
  /** For a page that reloaded itself: a session that is not remembered goes on, unless this browser remembers another. */
  readonly resume: (answered: SignedIn) => void;
  readonly register: (form: SignUp) => Promise<void>;
  /** Always signs out on this page, whatever the server answers. */
  readonly signOut: () => Promise<void>;
  /** To be called after the server deleted the signed-in user's account: signs out here too. */
  readonly accountDeleted: () => void;
  /** To be called when the signed-in user's row changed: shows it, and stores it if the user is remembered. */
  readonly updateUser: (user: UserRow) => void;
  /** Asks the server. Signs out here if it refuses the session, but not if it does not answer. */
  readonly check: () => Promise<CheckOutcome>;
}

export interface SessionEnvironment extends SignedInUserPorts {
  readonly api: SessionApi;
  readonly storageEvents: EventTarget;
  readonly signingTab: SigningTab;
  readonly ending: SessionEnding;
}

export function createSession(environment: SessionEnvironment): SessionStore {
  const { api, storage, storageEvents, signingTab, ending, now, onSignedOut } = environment;
  const signedIn = createSignedInUser({ storage, signingTab, now, onSignedOut });
  const reloadedSessionEnded = endReloadedSession(signingTab, ending);

  async function readyForNewSession(): Promise<void> {
    await reloadedSessionEnded;
    await ending.settled();
  }

  async function signInWith(open: () => Promise<SignedIn>, isRemembered: boolean): Promise<void> {
    await readyForNewSession();
    const begun = await open();
    signedIn.forgetStored();
    signedIn.begin(begun, isRemembered);
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
      if (isCurrent()) signedIn.refuse();
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

  return {
    state: signedIn.state,
    subscribe: signedIn.subscribe,
    check,
    updateUser: signedIn.update,
    signIn: (credentials) => signInWith(() => api.signIn(credentials), credentials.rememberMe === true),
    signInWith,
    resume(answered) {
      if (signedIn.state().user === null) signedIn.begin(answered, false);
    },
    async register(form) {
      await readyForNewSession();
      signedIn.begin(await api.register(form), true);
    },
    async signOut() {
      await ending.begin();
      signedIn.end(null);
    },
    accountDeleted: signedIn.endDeleted,
  };
}

/** Reloading the tab that signed in without remember-me ends the session (specification §4), also on the server. */
async function endReloadedSession(signingTab: SigningTab, ending: SessionEnding): Promise<void> {
  if (await signingTab.wasReloaded()) await ending.begin();
}
