import type { RateLimit } from "../api/rate-limit.ts";
import type { Database } from "../database/database.ts";
import type { Settings } from "../env.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { DefaultAdmin } from "./default-admin.ts";
import type { Sessions } from "./sessions/sessions.ts";

/** The dependencies that `createAuth` passes to sign-up, sign-in, passkeys and its other parts. */
export interface AuthParts {
  readonly settings: Settings;
  /** The origin of the links in mails, such as `https://planning.example`. */
  readonly baseUrl: string;
  readonly database: Database;
  readonly secret: string;
  readonly mailer: Mailer;
  readonly clock: () => Date;
  /** Whether everybody may sign in to this account without its password, as in the demo. */
  readonly isOpenAccount: (email: string) => boolean;
  readonly defaultAdmin: DefaultAdmin;
  readonly rateLimit: RateLimit;
  readonly sessions: Sessions;
}
