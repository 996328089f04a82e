import { randomUUID } from "node:crypto";
import type { Context, Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import {
  type NewPasskey,
  OWN_PASSKEYS_MAX,
  type OwnPasskey,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  type PasskeySignIn,
} from "#contract/sign-in/passkeys.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { fullName } from "#domain/people/people.ts";
import { type Actor, addRoute, type AppEnv } from "../../api/operation-route.ts";
import { passkeyRules } from "../../api/rate-limit.ts";
import { Refusal } from "../../errors.ts";
import type { AuthParts } from "../auth-parts.ts";
import type { PasswordCheck } from "../passwords/password-check.ts";
import { lockCaller } from "../passwords/write-password.ts";
import { userAgentOf } from "../sessions/device.ts";
import { CHALLENGE_MS, type ChallengePurpose, consumeChallenge, createPasskeyChallenges } from "./challenges.ts";
import { findPasskey, type KnownPasskey, listPasskeys, presentPasskey } from "./read-passkeys.ts";
import { ALGORITHMS, siteOf, verifyNewPasskey, verifyUse } from "./verify-passkeys.ts";

const SITE_NAME = "Diapason";

function additionBy({ id, sessionId }: Actor): ChallengePurpose {
  return { type: "addition", userId: id, sessionId };
}

function createOwnPasskeys({ database, baseUrl, secret, clock }: AuthParts) {
  const { kysely, engine } = database;
  const site = siteOf(baseUrl);
  const challenges = createPasskeyChallenges(secret);

  return {
    /** What the browser needs to create a passkey. Call it after the user has given their password. */
    async options(actor: Actor): Promise<PasskeyCreationOptions> {
      const existing = await listPasskeys(kysely, actor.id);
      if (existing.length >= OWN_PASSKEYS_MAX) throw new Refusal("passkey.too_many");
      return {
        rp: { id: site.rpId, name: SITE_NAME },
        user: {
          id: Buffer.from(actor.id).toString("base64url"),
          name: actor.email ?? "",
          displayName: fullName(actor),
        },
        challenge: challenges.make(additionBy(actor), clock()),
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        timeout: CHALLENGE_MS,
        excludeCredentials: existing.map(({ credential_id, transports }) => ({
          type: "public-key",
          id: credential_id,
          transports: JSON.parse(transports) as string[],
        })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        attestation: "none",
      };
    },
    async add(context: Context<AppEnv>, actor: Actor, credential: NewPasskey): Promise<OwnPasskey> {
      if (actor.isBuiltIn) throw new Refusal("account.built_in");
      const now = clock();
      let signedChallenge = "";
      const verified = await verifyNewPasskey(site, credential, (challenge) => {
        signedChallenge = challenge;
        return challenges.isValid(additionBy(actor), challenge, now);
      });
      if (verified === null) throw new Refusal("passkey.invalid");
      const row = {
        id: randomUUID(),
        user_id: actor.id,
        ...verified,
        transports: JSON.stringify(credential.response.transports ?? []),
        user_agent: userAgentOf(context),
        created_at: now,
        last_used_at: null,
      };
      try {
        await kysely.transaction().execute(async (transaction) => {
          await lockCaller({ engine, kysely: transaction }, actor.id);
          if (!(await consumeChallenge(transaction, signedChallenge, now))) throw new Refusal("passkey.invalid");
          const existing = await listPasskeys(transaction, actor.id);
          if (existing.length >= OWN_PASSKEYS_MAX) throw new Refusal("passkey.too_many");
          await transaction.insertInto("passkey").values(row).execute();
        });
      } catch (error) {
        // The key is registered already: a key belongs to one account.
        if (database.isUniqueViolation(error)) throw new Refusal("passkey.invalid");
        throw error;
      }
      return presentPasskey(row);
    },
    async remove({ id: userId }: Actor, id: string): Promise<void> {
      const { numDeletedRows } = await kysely
        .deleteFrom("passkey")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new Refusal("passkey.not_found");
    },
  };
}

/** Signs users in with passkeys. All failures get the same refusal, so that nobody learns which accounts exist. */
function createPasskeySignIn({ database, baseUrl, secret, rateLimit, sessions, clock }: AuthParts) {
  const site = siteOf(baseUrl);
  const challenges = createPasskeyChallenges(secret);
  const purpose = { type: "sign-in" } as const;

  async function trySignIn(
    context: Context<AppEnv>,
    form: PasskeySignIn,
    passkey: KnownPasskey,
  ): Promise<Session | null> {
    const { user } = passkey;
    const { response } = form.credential;
    const ownerId = Buffer.from(response.userHandle ?? "", "base64url").toString("utf8");
    if (ownerId !== user.id) return null;
    let signedChallenge = "";
    const newCounter = await verifyUse(site, form, passkey, (challenge) => {
      signedChallenge = challenge;
      return challenges.isValid(purpose, challenge, clock());
    });
    if (newCounter === null) return null;
    context.set("personId", user.id);
    return sessions.begin(context, {
      user,
      isRemembered: form.rememberMe === true,
      async isStillValid(transaction) {
        const now = clock();
        if (!(await consumeChallenge(transaction, signedChallenge, now))) return false;
        // Another request may have removed or used the key since its signature was checked.
        const { numUpdatedRows } = await transaction
          .updateTable("passkey")
          .set({ counter: newCounter, last_used_at: now })
          .where("id", "=", passkey.id)
          .where("counter", "=", passkey.counter)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      },
    });
  }

  return {
    options(): PasskeyRequestOptions {
      const challenge = challenges.make(purpose, clock());
      return { challenge, rpId: site.rpId, timeout: CHALLENGE_MS, userVerification: "required" };
    },
    async signIn(context: Context<AppEnv>, form: PasskeySignIn): Promise<Session> {
      const passkey = await findPasskey(database.kysely, form.credential.id);
      const rules = passkeyRules(context.get("clientNetwork"), passkey?.id ?? null);
      await rateLimit.check(rules);
      const session = passkey && (await trySignIn(context, form, passkey));
      if (session !== null) return session;
      await rateLimit.count(rules);
      throw new Refusal("passkey.refused");
    },
  };
}

export function addPasskeyRoutes(app: Hono<AppEnv>, parts: AuthParts, passwords: PasswordCheck): void {
  const { database, rateLimit, sessions } = parts;
  const signIn = createPasskeySignIn(parts);
  const ownPasskeys = createOwnPasskeys(parts);

  addRoute(app, OPERATIONS.challengePasskey, sessions, async () => signIn.options());
  addRoute(app, OPERATIONS.signInWithPasskey, sessions, ({ context, body }) => signIn.signIn(context, body), {
    // An unreadable request names no passkey.
    refused: (context) => rateLimit.count(passkeyRules(context.get("clientNetwork"), null)),
  });
  addRoute(app, OPERATIONS.listOwnPasskeys, sessions, async ({ actor }) =>
    (await listPasskeys(database.kysely, actor.id)).map(presentPasskey),
  );
  addRoute(app, OPERATIONS.challengeNewPasskey, sessions, async ({ context, actor, body }) => {
    await passwords.require(context, actor, body.password);
    return ownPasskeys.options(actor);
  });
  addRoute(app, OPERATIONS.addOwnPasskey, sessions, ({ context, actor, body }) =>
    ownPasskeys.add(context, actor, body.credential),
  );
  addRoute(app, OPERATIONS.removeOwnPasskey, sessions, ({ actor, parameters }) =>
    ownPasskeys.remove(actor, parameters.id),
  );
}
