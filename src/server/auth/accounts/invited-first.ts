import type { Context } from "hono";
import { Email } from "#contract/accounts/account-fields.ts";
import { Invitation } from "#contract/accounts/invitations.ts";
import type { Database } from "../../database/database.ts";
import type { Settings } from "../../env.ts";
import { Refusal } from "../../errors.ts";
import type { Admissions } from "../invitations/admissions.ts";
import { type RateLimit, signUpRules } from "../../api/rate-limit.ts";
import type { AppEnv } from "../../api/request-context.ts";
import { isTaken } from "./sign-up.ts";

interface InvitedFirstDependencies {
  readonly settings: Pick<Settings, "registration">;
  readonly admissions: Admissions;
  readonly database: Database;
  readonly rateLimit: RateLimit;
  readonly clock: () => Date;
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
}

/**
 * When registration requires a link, checks it before the rest of the form: a stranger's form is not validated.
 * @throws Refusal `registration.closed`, `invitation.invalid`; `account.email_taken` for a repeated form whose link was
 * consumed the first time
 */
export function createInvitedFirst({ settings, admissions, database, rateLimit, clock }: InvitedFirstDependencies) {
  async function refuse(context: Context<AppEnv>, body: unknown): Promise<never> {
    await rateLimit.count(signUpRules(context.get("clientNetwork")));
    const email = Email.safeParse(fieldOf(body, "email"));
    const isSentAgain = email.success && (await isTaken(database.kysely, email.data, clock()));
    throw new Refusal(isSentAgain ? "account.email_taken" : "invitation.invalid");
  }

  return async function requireInvitation(context: Context<AppEnv>, body: unknown): Promise<void> {
    if (settings.registration === "open") return;
    const given = fieldOf(body, "invitation");
    admissions.requireLink(given === undefined ? undefined : "");
    const invitation = Invitation.safeParse(given);
    if (!invitation.success || !(await admissions.isValid(invitation.data))) await refuse(context, body);
  };
}
