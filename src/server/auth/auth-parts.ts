import type { RateLimit } from "../api/rate-limit.ts";
import type { Settings } from "../env.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { SessionParts, Sessions } from "./sessions/sessions.ts";

/** The dependencies that `createAuth` passes to sign-up, sign-in, passkeys and its other parts. */
export interface AuthParts extends SessionParts {
  readonly settings: Settings;
  readonly mailer: Mailer;
  readonly rateLimit: RateLimit;
  readonly sessions: Sessions;
}
