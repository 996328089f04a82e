import type { SignIn, SignUp } from "#contract/sign-in/sign-in.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { API } from "#contract/paths.ts";
import { ApiError } from "../http/api-error.ts";
import { callApi, type Fetch } from "../http/call-api.ts";
import { type AnswerOf, lateSchema } from "../http/late-schema.ts";

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
  { user, ...rest }: AnswerOf<"SignedIn">,
  problem: "Login failed" | "Registration failed",
): SignedIn {
  if (!user) throw new ApiError({ code: "server.failure", cause: new Error(problem) });
  return { user, ...rest };
}

export function createSessionApi(fetchIt?: Fetch): SessionApi {
  return {
    async signIn(credentials) {
      const answer = await callApi({ method: "POST", path: API.signIn, body: credentials, answer: Answered }, fetchIt);
      return signedInBy(answer, "Login failed");
    },
    async register(form) {
      const answer = await callApi({ method: "POST", path: API.signUp, body: form, answer: Answered }, fetchIt);
      return signedInBy(answer, "Registration failed");
    },
    async signOut() {
      await callApi({ method: "POST", path: API.signOut, body: {} }, fetchIt);
    },
    async current(signal) {
      try {
        return await callApi({ path: API.session, answer: Current, signal }, fetchIt);
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
