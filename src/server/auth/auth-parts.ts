import type { RateLimit } from "../api/rate-limit.ts";
import type { Database } from "../database/database.ts";
import type { Settings } from "../env.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { DefaultAdmin } from "./default-admin.ts";
import type { Sessions } from "./sessions/sessions.ts";

/** The dependencies of all parts of `createAuth`. */
export interface AuthParts {
  readonly settings: Settings;
  /** The origin of the links in mails. */
  readonly baseUrl: string;
  readonly database: Database;
  readonly secret: string;
  readonly mailer: Mailer;
  readonly clock: () => Date;
  /** Whether everybody may sign in as this person: strangers then share the account. */
  readonly isOpenAccount: (email: string) => boolean;
  readonly defaultAdmin: DefaultAdmin;
  readonly rateLimit: RateLimit;
  readonly sessions: Sessions;
}
