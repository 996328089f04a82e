import { createHash } from "node:crypto";
import type { Database } from "../database/database.ts";
import { readDate } from "../database/schema.ts";
import { Refusal } from "../errors.ts";

/** How many tries are allowed within a time window. The window starts with the first try. */
export interface RateRule {
  readonly key: string;
  readonly max: number;
  readonly seconds: number;
}

const MINUTE = 60;
/** A team of 60 behind one address registers and signs in within ten minutes, with room for mistakes. */
const SIGN_UPS_PER_ADDRESS = { max: 200, seconds: 10 * MINUTE };
const FAILURES_PER_ADDRESS = { max: 100, seconds: 10 * MINUTE };
const FAILURES_PER_PASSKEY_AND_ADDRESS = { max: 100, seconds: 10 * MINUTE };
/** Limits guessing one account's password: 40 tries an hour from one address, 50 from all addresses. */
const FAILURES_PER_ACCOUNT_AND_ADDRESS = { max: 10, seconds: 15 * MINUTE };
const FAILURES_PER_ACCOUNT = { max: 50, seconds: 60 * MINUTE };
/** Counts correct passwords too, as each one costs a hash. A tablet shared by a team stays below this. */
const PASSWORDS_PER_ACCOUNT = { max: 60, seconds: 10 * MINUTE };
/** Allows asking for a second mail soon, without flooding a mailbox. */
const RESETS_PER_ADDRESS = { max: 50, seconds: 10 * MINUTE };
const RESETS_PER_ACCOUNT_AND_ADDRESS = { max: 5, seconds: 15 * MINUTE };
const RESETS_PER_ACCOUNT = { max: 20, seconds: 60 * MINUTE };
/** An open browser of an admin must not become a sender of mass mail: a team of thousands fits in. */
const ADDITIONS_PER_ADMIN = { max: 30, seconds: 10 * MINUTE };
const INVITATIONS_PER_ADMIN = { max: 100, seconds: 10 * MINUTE };
const INVITATIONS_PER_PERSON = { max: 5, seconds: 15 * MINUTE };
/** A browser that guesses, or a mail program that follows old links. Good links are not counted. */
const VOID_LINKS_PER_ADDRESS = { max: 100, seconds: 10 * MINUTE };
/** Somebody may have registered with another person's address, whose mailbox must not be flooded. */
const CONFIRMATIONS_PER_PERSON = { max: 3, seconds: 15 * MINUTE };
const CONFIRMATIONS_PER_PERSON_AND_DAY = { max: 10, seconds: 24 * 60 * MINUTE };
/** Each one is a mail, and by a different address each time. */
const ADDRESS_CHANGES_PER_PERSON = { max: 5, seconds: 15 * MINUTE };
const ADDRESS_CHANGES_PER_PERSON_AND_DAY = { max: 20, seconds: 24 * 60 * MINUTE };
const ADDRESS_CHANGES_PER_ADDRESS = { max: 5, seconds: 15 * MINUTE };
/** Stops somebody at a signed-in browser from guessing its owner's password. */
const WRONG_OWN_PASSWORDS = { max: 10, seconds: 15 * MINUTE };
const MILLISECONDS = 1000;

/** The key is hashed, so that the table holds no e-mail and no network address. */
function keyOf(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}

/** Counted for each mail that a visitor of the front door asks for, to whatever address. */
export function frontDoorRules(network: string, email: string): RateRule[] {
  return [
    { key: keyOf("front door", network), ...SIGN_UPS_PER_ADDRESS },
    { key: keyOf("front door account", email), ...RESETS_PER_ACCOUNT },
  ];
}

export function signUpRules(address: string): RateRule[] {
  return [{ key: keyOf("sign-up", address), ...SIGN_UPS_PER_ADDRESS }];
}

/** Counted when a sign-in fails. For an unknown e-mail only the address is counted. */
export function signInRules(address: string, email: string): RateRule[] {
  return [
    { key: keyOf("sign-in", address), ...FAILURES_PER_ADDRESS },
    { key: keyOf("sign-in", address, email), ...FAILURES_PER_ACCOUNT_AND_ADDRESS },
    { key: keyOf("sign-in account", email), ...FAILURES_PER_ACCOUNT },
  ];
}

/** Counted where it is not known, or must not matter, for whom a sign-in failed. */
export function networkSignInRules(address: string): RateRule[] {
  return signInRules(address, "").slice(0, 1);
}

/**
 * Counted when a passkey is used in vain; those that nobody has count together. Nobody guesses one, and nobody's nonsense
 * must close sign-in to all the others in their network.
 */
export function passkeyRules(address: string, passkeyId: string | null): RateRule[] {
  return [{ key: keyOf("passkey", address, passkeyId ?? ""), ...FAILURES_PER_PASSKEY_AND_ADDRESS }];
}

/** Counted for each password checked for this user, correct or not. */
export function passwordRules(userId: string): RateRule[] {
  return [{ key: keyOf("password", userId), ...PASSWORDS_PER_ACCOUNT }];
}

/** Counted for each request, for known and unknown e-mails alike: the limit must not reveal which have an account. */
export function resetRequestRules(address: string, email: string): RateRule[] {
  return [
    { key: keyOf("reset", address), ...RESETS_PER_ADDRESS },
    { key: keyOf("reset", address, email), ...RESETS_PER_ACCOUNT_AND_ADDRESS },
    { key: keyOf("reset account", email), ...RESETS_PER_ACCOUNT },
  ];
}

/** Counted for each list of people that an admin adds. */
export function additionRules(adminId: string): RateRule[] {
  return [{ key: keyOf("people", adminId), ...ADDITIONS_PER_ADMIN }];
}

/** Counted for each invitation that an admin makes for one person. */
export function invitationRules(adminId: string, userId: string): RateRule[] {
  return [
    { key: keyOf("invitation", adminId), ...INVITATIONS_PER_ADMIN },
    { key: keyOf("invitation of person", userId), ...INVITATIONS_PER_PERSON },
  ];
}

/** Counted for each answer link that is void. */
export function answerLinkRules(address: string): RateRule[] {
  return [{ key: keyOf("answer link", address), ...VOID_LINKS_PER_ADDRESS }];
}

/** Counted for each mail that a user asks for to confirm their address. */
export function confirmationRules(userId: string): RateRule[] {
  return [
    { key: keyOf("confirmation", userId), ...CONFIRMATIONS_PER_PERSON },
    { key: keyOf("confirmation of day", userId), ...CONFIRMATIONS_PER_PERSON_AND_DAY },
  ];
}

/** Counted for each mail by which a person is to get another address, whether or not it is somebody's. */
export function addressChangeRules(userId: string, email: string): RateRule[] {
  return [
    { key: keyOf("address change", userId), ...ADDRESS_CHANGES_PER_PERSON },
    { key: keyOf("address change of day", userId), ...ADDRESS_CHANGES_PER_PERSON_AND_DAY },
    { key: keyOf("address change to", email), ...ADDRESS_CHANGES_PER_ADDRESS },
  ];
}

/** Counted when a signed-in user gives a wrong own password, in any call that asks for it. */
export function ownPasswordRules(userId: string): RateRule[] {
  return [{ key: keyOf("own password", userId), ...WRONG_OWN_PASSWORDS }];
}

export interface RateLimit {
  /** @throws Refusal `request.too_many` when one of the rules is used up */
  readonly check: (rules: readonly RateRule[]) => Promise<void>;
  /** Counts one try for each rule. @throws Refusal `request.too_many` when the limit is exceeded */
  readonly count: (rules: readonly RateRule[]) => Promise<void>;
  /** Resets the counts of these rules. */
  readonly forget: (rules: readonly RateRule[]) => Promise<void>;
  /** Deletes expired counts. */
  readonly sweep: () => Promise<void>;
}

interface CountedRow {
  readonly key: string;
  readonly count: number;
  readonly expires_at: Date | string;
}

/** The end of a window that begins now. */
function endOf({ seconds }: RateRule, now: Date): Date {
  return new Date(now.getTime() + seconds * MILLISECONDS);
}

/** Refuses when a count exceeds its rule's `max - margin`. The retry time is the end of the latest such window. */
function refuseExceeded(rows: readonly CountedRow[], rules: readonly RateRule[], margin: number, now: Date): void {
  const maxOf = new Map(rules.map(({ key, max }) => [key, max]));
  const ends = rows
    .filter(({ key, count }) => count > (maxOf.get(key) ?? Infinity) - margin)
    .map((row) => readDate(row.expires_at).getTime());
  if (ends.length === 0) return;
  const retryAfter = Math.max(1, Math.ceil((Math.max(...ends) - now.getTime()) / MILLISECONDS));
  throw new Refusal("request.too_many", { retryAfter });
}

/** Counts tries in the database, so that counts survive restarts and are shared by all processes. */
export function createRateLimit({ kysely }: Database, clock: () => Date): RateLimit {
  return {
    async check(rules) {
      const now = clock();
      const keys = rules.map(({ key }) => key);
      const rows = await kysely
        .selectFrom("rate_limit")
        .selectAll()
        .where("key", "in", keys)
        .where("expires_at", ">", now)
        .execute();
      const endOfKey = new Map(rules.map((rule) => [rule.key, endOf(rule, now)]));
      // A window cannot end later than one that begins now, unless the clock was set back. The next count corrects it.
      const current = rows.filter((row) => readDate(row.expires_at) <= (endOfKey.get(row.key) ?? now));
      refuseExceeded(current, rules, 1, now);
    },
    async count(rules) {
      const now = clock();
      const fresh = rules.map((rule) => ({ key: rule.key, count: 1, expires_at: endOf(rule, now) }));
      const rows = await kysely
        .insertInto("rate_limit")
        .values(fresh)
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet((eb) => {
            const isOver = eb("rate_limit.expires_at", "<=", now);
            const isTooLate = eb("rate_limit.expires_at", ">", eb.ref("excluded.expires_at"));
            return {
              count: eb
                .case()
                .when(isOver)
                .then(1)
                .else(eb("rate_limit.count", "+", 1))
                .end(),
              expires_at: eb
                .case()
                .when(eb.or([isOver, isTooLate]))
                .then(eb.ref("excluded.expires_at"))
                .else(eb.ref("rate_limit.expires_at"))
                .end(),
            };
          }),
        )
        .returningAll()
        .execute();
      refuseExceeded(rows, rules, 0, now);
    },
    async forget(rules) {
      const keys = rules.map(({ key }) => key);
      await kysely.deleteFrom("rate_limit").where("key", "in", keys).execute();
    },
    async sweep() {
      await kysely.deleteFrom("rate_limit").where("expires_at", "<=", clock()).execute();
    },
  };
}
