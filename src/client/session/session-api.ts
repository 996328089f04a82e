import { API } from "#contract/paths.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { SignIn, SignUp } from "#contract/sign-in/sign-in.ts";
import { backOffDelay } from "../http/back-off.ts";
import { ApiError, callApi, type Fetch, lateSchema } from "../http/call-api.ts";

/** What the page shows of a session. */
export type SignedIn = Omit<Session, "expiresAt">;

const Answered = lateSchema("SignedIn");
const Current = lateSchema("CurrentSession");

/** Calls about the session. Each throws `ApiError` if it fails. */
export function createSessionApi(fetchIt?: Fetch) {
  /** @param problem an answer without a user counts as a failure with this text (specification §8) */
  async function open(
    path: typeof API.signIn | typeof API.signUp,
    body: SignIn | SignUp,
    problem: "Login failed" | "Registration failed",
  ): Promise<SignedIn> {
    const { user, ...rest } = await callApi({ method: "POST", path, body, response: Answered }, fetchIt);
    if (!user) throw new ApiError({ code: "server.failure", cause: new Error(problem) });
    return { user, ...rest };
  }

  return {
    signIn: (credentials: SignIn) => open(API.signIn, credentials, "Login failed"),
    register: (form: SignUp) => open(API.signUp, form, "Registration failed"),
    signOut: (): Promise<void> => callApi({ method: "POST", path: API.signOut, body: {} }, fetchIt),
    /** The session of this browser's cookie; `null` if there is none. */
    async current(signal?: AbortSignal): Promise<Session | null> {
      try {
        return await callApi({ path: API.session, response: Current, signal }, fetchIt);
      } catch (error) {
        if (error instanceof ApiError && error.code === "session.required") return null;
        throw error;
      }
    },
  };
}

export type SessionApi = ReturnType<typeof createSessionApi>;

/** Maximum wait of a user who signs out from a silent server. */
const PATIENCE_MS = 2_000;

interface SessionEndingEnvironment {
  readonly api: Pick<SessionApi, "signOut">;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
}

/** Ends this browser's session on the server, even if the server is silent for long. */
export function createSessionEnding({ api, wait, random }: SessionEndingEnvironment) {
  let attempt: Promise<boolean> = Promise.resolve(true);
  let retrying = new AbortController();

  async function retryUntilAnswered({ signal }: AbortController): Promise<void> {
    for (let retry = 0; !(await attempt) && !signal.aborted; retry += 1) {
      await wait(backOffDelay(retry, random()));
      if (!signal.aborted) attempt = hasAnswered(api.signOut());
    }
  }

  return {
    /** Resolves once the server answered, or was silent for too long; the call is then retried in the background. */
    async begin(): Promise<void> {
      retrying.abort();
      retrying = new AbortController();
      attempt = hasAnswered(api.signOut());
      void retryUntilAnswered(retrying);
      await Promise.race([attempt, wait(PATIENCE_MS)]);
    },
    /** To be awaited before a new session is opened, so that a late call does not end that one. */
    async settled(): Promise<void> {
      retrying.abort();
      await attempt;
    },
  };
}

export type SessionEnding = ReturnType<typeof createSessionEnding>;

/** Any answer counts: if the server refuses the call, there is no session to end. */
async function hasAnswered(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status !== undefined && error.status < 500;
  }
}
