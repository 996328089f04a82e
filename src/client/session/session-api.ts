import { API } from "#contract/paths.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { SignIn, SignUp } from "#contract/sign-in/sign-in.ts";
import { backOffDelay } from "../http/back-off.ts";
import { ApiError, callApi, type Fetch, lazySchema } from "../http/call-api.ts";
import type { OtherTabs } from "./tabs/signing-tab.ts";

/** The part of a session that the page shows. */
export type SignedIn = Omit<Session, "expiresAt">;

const loadSignedIn = lazySchema("SignedIn");
const loadCurrentSession = lazySchema("CurrentSession");

/** Calls about the session. Each throws `ApiError` if it fails. */
export function createSessionApi(fetchIt?: Fetch) {
  /** @param problem the error's text if the response has no user (specification §8) */
  async function open(
    path: typeof API.signIn | typeof API.signUp,
    body: SignIn | SignUp,
    problem: "Login failed" | "Registration failed",
  ): Promise<SignedIn> {
    const { user, ...rest } = await callApi({ method: "POST", path, body, response: loadSignedIn }, fetchIt);
    if (!user) throw new ApiError({ code: "server.failure", cause: new Error(problem) });
    return { user, ...rest };
  }

  return {
    signIn: (credentials: SignIn) => open(API.signIn, credentials, "Login failed"),
    register: (form: SignUp) => open(API.signUp, form, "Registration failed"),
    signOut: (signal?: AbortSignal): Promise<void> =>
      callApi({ method: "POST", path: API.signOut, body: {}, signal }, fetchIt),
    /** The session of this browser's cookie; `null` if there is none. */
    async current(signal?: AbortSignal): Promise<Session | null> {
      try {
        return await callApi({ path: API.session, response: loadCurrentSession, signal }, fetchIt);
      } catch (error) {
        if (error instanceof ApiError && error.code === "session.required") return null;
        throw error;
      }
    },
  };
}

export type SessionApi = ReturnType<typeof createSessionApi>;

/** A user who signs out waits for the server no longer than this. */
const SIGN_OUT_WAIT_MS = 2_000;

interface SessionEndingEnvironment {
  readonly api: Pick<SessionApi, "signOut">;
  readonly otherTabs: Pick<OtherTabs, "onSignIn">;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
}

/** Ends this browser's session on the server. Retries with back-off while the server is unreachable. */
export function createSessionEnding({ api, otherTabs, wait, random }: SessionEndingEnvironment) {
  let attempt: Promise<boolean> = Promise.resolve(true);
  let calling = new AbortController();
  // All tabs have one cookie: a late sign-out call would end the new session.
  otherTabs.onSignIn(() => calling.abort());

  /** Whether the server responded, or the call was given up. A refusal counts as well: there is no session to end then. */
  async function call({ signal }: AbortController): Promise<boolean> {
    try {
      await api.signOut(signal);
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      if (!(error instanceof ApiError)) throw error;
      return error.status !== undefined && error.status < 500;
    }
  }

  async function retryUntilResponse(controller: AbortController): Promise<void> {
    for (let retry = 0; !(await attempt) && !controller.signal.aborted; retry += 1) {
      await wait(backOffDelay(retry, random()));
      if (!controller.signal.aborted) attempt = call(controller);
    }
  }

  return {
    /** Resolves when the server has responded, or after a short wait. The call is then retried in the background. */
    async begin(): Promise<void> {
      calling.abort();
      calling = new AbortController();
      attempt = call(calling);
      void retryUntilResponse(calling);
      await Promise.race([attempt, wait(SIGN_OUT_WAIT_MS)]);
    },
    /** To be awaited before this tab opens a new session. */
    async settled(): Promise<void> {
      calling.abort();
      await attempt;
    },
  };
}

export type SessionEnding = ReturnType<typeof createSessionEnding>;
