import type { Selectable } from "kysely";
import type { NewPasskey, PasskeySignIn } from "#contract/sign-in/passkeys.ts";
import type { Tables } from "../../database/schema.ts";
import type { KnownPasskey } from "./read-passkeys.ts";

interface PasskeySite {
  readonly origin: string;
  /** The host of the origin, under which devices store the site's keys. */
  readonly rpId: string;
}

/** Whether this challenge (base64url) was made by this server and is still valid. */
type ChallengeCheck = (challenge: string) => boolean;

type NewPasskeyColumns = Pick<Selectable<Tables["passkey"]>, "credential_id" | "public_key" | "counter" | "is_synced">;

export function siteOf(baseUrl: string): PasskeySite {
  const { origin, hostname } = new URL(baseUrl);
  return { origin, rpId: hostname };
}

/** The library is loaded when the first passkey is used. */
const loadLibrary = () => import("@simplewebauthn/server");

/** The supported signature algorithms as COSE numbers: Ed25519, ES256, RS256. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257];

/**
 * `null` when the library throws, as it does for invalid and unreadable credentials alike. Its messages are for
 * developers, so the reason is not passed on.
 */
async function orNull<Result>(verifying: Promise<Result>): Promise<Result | null> {
  try {
    return await verifying;
  } catch {
    return null;
  }
}

/** The new key; `null` unless it was made for this site and challenge, by a user whom the device verified. */
export async function verifyNewPasskey(
  { origin, rpId }: PasskeySite,
  credential: NewPasskey,
  isExpected: ChallengeCheck,
): Promise<NewPasskeyColumns | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { transports: _, ...response } = credential.response;
  const outcome = await orNull(
    verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: isExpected,
      expectedOrigin: origin,
      expectedRPID: rpId,
      supportedAlgorithmIDs: [...ALGORITHMS],
      requireUserVerification: true,
    }),
  );
  if (outcome?.verified !== true) return null;
  const { credential: made, credentialBackedUp } = outcome.registrationInfo;
  const publicKey = Buffer.from(made.publicKey).toString("base64url");
  return { credential_id: made.id, public_key: publicKey, counter: made.counter, is_synced: credentialBackedUp };
}

/**
 * The key's new counter; `null` unless this key signed the challenge, for this site, for a user whom the device verified.
 * A counter that went back is refused too: it means that the key was copied.
 */
export async function verifyUse(
  { origin, rpId }: PasskeySite,
  { credential }: PasskeySignIn,
  { credentialId, publicKey, counter }: KnownPasskey,
  isExpected: ChallengeCheck,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { userHandle, ...response } = credential.response;
  const outcome = await orNull(
    verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { ...response, ...(typeof userHandle === "string" && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: isExpected,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
      requireUserVerification: true,
    }),
  );
  return outcome?.verified === true ? outcome.authenticationInfo.newCounter : null;
}
