import type { Context } from "hono";
import type { PasskeyRequestOptions, PasskeySignIn } from "#contract/sign-in/passkeys.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { passkeyRules, type RateLimit } from "../../api/rate-limit.ts";
import type { AppEnv } from "../../api/request-context.ts";
import type { Database } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import type { BeginSession } from "../sessions/begin-session.ts";
import { CHALLENGE_MS, type PasskeyChallenges } from "./challenges.ts";
import { findPasskey, type KnownPasskey } from "./read-passkeys.ts";
import { type PasskeySite, verifyUse } from "./verify-passkeys.ts";
import { noteUse, takeChallenge } from "./write-passkeys.ts";

interface PasskeySignInDependencies {
  readonly database: Database;
  readonly site: PasskeySite;
  readonly challenges: PasskeyChallenges;
  readonly rateLimit: RateLimit;
  readonly beginSession: BeginSession;
  readonly clock: () => Date;
}

/** Signing in with a passkey. Whatever is not right is refused in the same words: they tell of no account. */
export function createPasskeySignIn(dependencies: PasskeySignInDependencies) {
  const { database, site, challenges, rateLimit, beginSession, clock } = dependencies;
  const purpose = { type: "sign-in" } as const;

  async function trySignIn(
    context: Context<AppEnv>,
    form: PasskeySignIn,
    known: KnownPasskey,
  ): Promise<Session | null> {
    const { user } = known;
    const { response } = form.credential;
    const owner = Buffer.from(response.userHandle ?? "", "base64url").toString("utf8");
    if (owner !== user.id) return null;
    let answered = "";
    const newCounter = await verifyUse(site, form, known, (challenge) => {
      answered = challenge;
      return challenges.isGood(purpose, challenge, clock());
    });
    if (newCounter === null) return null;
    context.set("personId", user.id);
    return beginSession(context, {
      user,
      isRemembered: form.rememberMe === true,
      async holds(transaction) {
        const now = clock();
        const use = { id: known.id, oldCounter: known.counter, newCounter, now };
        return (await takeChallenge(transaction, answered, now)) && (await noteUse(transaction, use));
      },
    });
  }

  return {
    options(): PasskeyRequestOptions {
      const challenge = challenges.make(purpose, clock());
      return { challenge, rpId: site.rpId, timeout: CHALLENGE_MS, userVerification: "required" };
    },
    async signIn(context: Context<AppEnv>, form: PasskeySignIn): Promise<Session> {
      const known = await findPasskey(database.kysely, form.credential.id);
      const rules = passkeyRules(context.get("clientNetwork"), known?.id ?? null);
      await rateLimit.check(rules);
      const session = known && (await trySignIn(context, form, known));
      if (session !== null) return session;
      await rateLimit.count(rules);
      throw new Refusal("passkey.refused");
    },
  };
}
