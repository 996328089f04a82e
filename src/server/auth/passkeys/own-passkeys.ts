import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import {
  type NewPasskey,
  OWN_PASSKEYS_MAX,
  type OwnPasskey,
  type PasskeyCreationOptions,
} from "#contract/sign-in/passkeys.ts";
import { fullName } from "#domain/people/people.ts";
import type { Actor, AppEnv } from "../../api/request-context.ts";
import type { Database } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import { lockPerson } from "../passwords/write-password.ts";
import { CHALLENGE_MS, type ChallengePurpose, type PasskeyChallenges } from "./challenges.ts";
import { listPasskeys, presentPasskey } from "./read-passkeys.ts";
import { ALGORITHMS, type PasskeySite, verifyNewPasskey } from "./verify-passkeys.ts";
import { insertPasskey, takeChallenge } from "./write-passkeys.ts";

interface OwnPasskeysDependencies {
  readonly database: Database;
  readonly site: PasskeySite;
  readonly challenges: PasskeyChallenges;
  readonly clock: () => Date;
}

const SITE_NAME = "Diapason";
/** Enough to tell a user's devices apart. */
const USER_AGENT_MAX = 300;

function purposeOf({ id, sessionId }: Actor): ChallengePurpose {
  return { type: "addition", userId: id, sessionId };
}

/** How users add passkeys to their account. */
export function createOwnPasskeys({ database, site, challenges, clock }: OwnPasskeysDependencies) {
  const { kysely, engine } = database;

  return {
    /** To be called once the user has given their password. */
    async options(actor: Actor): Promise<PasskeyCreationOptions> {
      const known = await listPasskeys(kysely, actor.id);
      if (known.length >= OWN_PASSKEYS_MAX) throw new Refusal("passkey.too_many");
      return {
        rp: { id: site.rpId, name: SITE_NAME },
        user: {
          id: Buffer.from(actor.id).toString("base64url"),
          name: actor.email ?? "",
          displayName: fullName(actor),
        },
        challenge: challenges.make(purposeOf(actor), clock()),
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        timeout: CHALLENGE_MS,
        excludeCredentials: known.map(({ credential_id, transports }) => ({
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
      let answered = "";
      const made = await verifyNewPasskey(site, credential, (challenge) => {
        answered = challenge;
        return challenges.isGood(purposeOf(actor), challenge, now);
      });
      if (made === null) throw new Refusal("passkey.invalid");
      const row = {
        id: randomUUID(),
        user_id: actor.id,
        credential_id: made.credentialId,
        public_key: made.publicKey,
        counter: made.counter,
        transports: JSON.stringify(credential.response.transports ?? []),
        is_synced: made.isSynced,
        user_agent: (context.req.header("user-agent") ?? "").slice(0, USER_AGENT_MAX),
        created_at: now,
        last_used_at: null,
      };
      try {
        await kysely.transaction().execute(async (transaction) => {
          if ((await lockPerson(transaction, engine, actor.id)) === null) throw new Refusal("account.deleted");
          if (!(await takeChallenge(transaction, answered, now))) throw new Refusal("passkey.invalid");
          const others = await listPasskeys(transaction, actor.id);
          if (others.length >= OWN_PASSKEYS_MAX) throw new Refusal("passkey.too_many");
          await insertPasskey(transaction, row);
        });
      } catch (error) {
        // Somebody has this very key already: a key belongs to one account.
        if (database.isUniqueViolation(error)) throw new Refusal("passkey.invalid");
        throw error;
      }
      return presentPasskey(row);
    },
  };
}
