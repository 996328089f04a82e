import { createHash } from "node:crypto";
import type { Database } from "../database/database.ts";
import { readDate, type Tables } from "../database/schema.ts";
import { Refusal } from "../errors.ts";

/** A limit with a fixed window: how many tries are allowed within it. The window starts with the first try. */
export interface RateRule {
  readonly key: string;
  readonly max: number;
  readonly seconds: number;
}

const MILLISECONDS = 1000;
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** The key is hashed, so that the table holds no e-mail and no network address. */
function ruleOf(max: number, seconds: number, ...parts: readonly string[]): RateRule {
  return { key: createHash("sha256").update(parts.join("\n")).digest("base64url"), max, seconds };
}

/** Counted for each mail that a visitor of the front door asks for. */
export function frontDoorRules(network: string, email: string): RateRule[] {
  return [ruleOf(200, 10 * MINUTE, "front door", network), ruleOf(20, 60 * MINUTE, "front door account", email)];
}

/** A team of 60 in one network can register within ten minutes, with room for mistakes. */
export function signUpRules(network: string): RateRule[] {
  return [ruleOf(200, 10 * MINUTE, "sign-up", network)];
}

/** Counted for each failed sign-in, also one without a readable e-mail. */
export function networkSignInRules(network: string): RateRule[] {
  return [ruleOf(100, 10 * MINUTE, "sign-in", network)];
}

/**
 * Counted when a sign-in fails: 40 guesses an hour of one account's password from one network, 50 from all networks. For
 * an unknown e-mail only the network is counted.
 */
export function signInRules(network: string, email: string): RateRule[] {
  return [
    ...networkSignInRules(network),
    ruleOf(10, 15 * MINUTE, "sign-in", network, email),
    ruleOf(50, 60 * MINUTE, "sign-in account", email),
  ];
}

/**
 * Counted when a sign-in with a passkey fails. Each passkey has its own count, so that nonsense from one device does not
 * block the other passkeys of its network. Unknown passkeys share one count.
 */
export function passkeyRules(network: string, passkeyId: string | null): RateRule[] {
  return [ruleOf(100, 10 * MINUTE, "passkey", network, passkeyId ?? "")];
}

/** Counted for each password check of this user, correct ones too: each costs a hash. A team's shared tablet needs less. */
export function passwordRules(userId: string): RateRule[] {
  return [ruleOf(60, 10 * MINUTE, "password", userId)];
}

/**
 * Counted for each request to reset a password, also for an e-mail without an account: the limit must not reveal which
 * e-mails have one. It allows a second mail soon, without flooding a mailbox.
 */
export function resetRequestRules(network: string, email: string): RateRule[] {
  return [
    ruleOf(50, 10 * MINUTE, "reset", network),
    ruleOf(5, 15 * MINUTE, "reset", network, email),
    ruleOf(20, 60 * MINUTE, "reset account", email),
  ];
}

/** Counted for each list of people that an admin adds, so that nobody sends mass mail from an admin's browser. */
export function additionRules(adminId: string): RateRule[] {
  return [ruleOf(30, 10 * MINUTE, "people", adminId)];
}

/** Counted for each invitation that an admin sends to a person without an account. */
export function invitationRules(adminId: string, userId: string): RateRule[] {
  return [ruleOf(100, 10 * MINUTE, "invitation", adminId), ruleOf(5, 15 * MINUTE, "invitation of person", userId)];
}

/** Counted for each invalid answer link: somebody guesses, or a mail program follows old links. */
export function answerLinkRules(network: string): RateRule[] {
  return [ruleOf(100, 10 * MINUTE, "answer link", network)];
}

/** Counted for each mail that a user asks for to confirm their address: it may be another person's mailbox. */
export function confirmationRules(userId: string): RateRule[] {
  return [ruleOf(3, 15 * MINUTE, "confirmation", userId), ruleOf(10, DAY, "confirmation of day", userId)];
}

/** Counted for each request to change a user's e-mail address, also when the new address is taken. */
export function addressChangeRules(userId: string, email: string): RateRule[] {
  return [
    ruleOf(5, 15 * MINUTE, "address change", userId),
    ruleOf(20, DAY, "address change of day", userId),
    ruleOf(5, 15 * MINUTE, "address change to", email),
  ];
}

/** Counted when a signed-in user enters their password wrongly: somebody else may sit at their browser. */
export function ownPasswordRules(userId: string): RateRule[] {
  return [ruleOf(10, 15 * MINUTE, "own password", userId)];
}

export interface RateLimit {
  /** Counts nothing. @throws Refusal `request.too_many` when one of the rules allows no further try */
  readonly check: (rules: readonly RateRule[]) => Promise<void>;
  /** Counts one try for each rule. @throws Refusal `request.too_many` when this try exceeds one of them */
  readonly count: (rules: readonly RateRule[]) => Promise<void>;
  /** Resets the counts of these rules. */
  readonly forget: (rules: readonly RateRule[]) => Promise<void>;
  /** Deletes the counts whose windows have ended. */
  readonly sweep: () => Promise<void>;
}

function endOf({ seconds }: RateRule, now: Date): Date {
  return new Date(now.getTime() + seconds * MILLISECONDS);
}

/** Refuses when these tries and `furtherTries` are more than a rule allows. A retry may succeed when the windows ended. */
function refuseExceeded(
  rows: readonly Tables["rate_limit"][],
  rules: readonly RateRule[],
  furtherTries: 0 | 1,
  now: Date,
): void {
  const maxOf = new Map(rules.map(({ key, max }) => [key, max]));
  const ends = rows
    .filter(({ key, count }) => count + furtherTries > (maxOf.get(key) ?? Infinity))
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
      const latestEnds = new Map(rules.map((rule) => [rule.key, endOf(rule, now)]));
      // A window that ends later than one that begins now is wrong: the clock was set back. The next count corrects it.
      const current = rows.filter((row) => readDate(row.expires_at) <= (latestEnds.get(row.key) ?? now));
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
            const hasEnded = eb("rate_limit.expires_at", "<=", now);
            const endsTooLate = eb("rate_limit.expires_at", ">", eb.ref("excluded.expires_at"));
            return {
              count: eb
                .case()
                .when(hasEnded)
                .then(1)
                .else(eb("rate_limit.count", "+", 1))
                .end(),
              expires_at: eb
                .case()
                .when(eb.or([hasEnded, endsTooLate]))
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
