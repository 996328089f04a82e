import { API } from "#contract/paths.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { SignIn, SignUp } from "#contract/sign-in/sign-in.ts";
import { backOffDelay } from "../http/back-off.ts";
import { type ResponseOf, ApiError, callApi, type Fetch, lateSchema } from "../http/call-api.ts";

/** What the page shows of a session. */
export type SignedIn = Omit<Session, "expiresAt">;

/** Calls about the session. Each throws `ApiError` if it fails. */
export interface SessionApi {
  readonly signIn: (credentials: SignIn) => Promise<SignedIn>;
  readonly register: (form: SignUp) => Promise<SignedIn>;
  readonly signOut: () => Promise<void>;
  /** The session of this browser's cookie; `null` if there is none. */
  readonly current: (signal?: AbortSignal) => Promise<Session | null>;
}

const Answered = lateSchema("SignedIn");
const Current = lateSchema("CurrentSession");

/** An answer without a user counts as a failure with this text (specification §8). */
function signedInBy(
  { user, ...rest }: ResponseOf<"SignedIn">,
  problem: "Login failed" | "Registration failed",
): SignedIn {
  if (!user) throw new ApiError({ code: "server.failure", cause: new Error(problem) });
  return { user, ...rest };
}

export function createSessionApi(fetchIt?: Fetch): SessionApi {
  return {
    async signIn(credentials) {
      const answer = await callApi(
        { method: "POST", path: API.signIn, body: credentials, response: Answered },
        fetchIt,
      );
      return signedInBy(answer, "Login failed");
    },
    async register(form) {
      const answer = await callApi({ method: "POST", path: API.signUp, body: form, response: Answered }, fetchIt);
      return signedInBy(answer, "Registration failed");
    },
    async signOut() {
      await callApi({ method: "POST", path: API.signOut, body: {} }, fetchIt);
    },
    async current(signal) {
      try {
        return await callApi({ path: API.session, response: Current, signal }, fetchIt);
      } catch (error) {
        if (error instanceof ApiError && error.code === "session.required") return null;
        throw error;
      }
    },
  };
}

/** Requests a mail with a link for a new password. @throws ApiError */
export async function requestPasswordReset(email: string): Promise<void> {
  await callApi({ method: "POST", path: API.requestPasswordReset, body: { email } });
}

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
