import type { Selectable } from "kysely";
import type { NewPasskey, PasskeySignIn } from "#contract/sign-in/passkeys.ts";
import type { PasskeysTable } from "../../database/schema.ts";
import type { KnownPasskey } from "./read-passkeys.ts";

interface PasskeySite {
  /** The origin that browsers name. */
  readonly origin: string;
  /** The host of the origin: keys of a site are found by it. */
  readonly rpId: string;
}

/** Whether a challenge, in base64url, is the one to be answered. */
type ChallengeCheck = (challenge: string) => boolean;

type MadePasskey = Pick<Selectable<PasskeysTable>, "credential_id" | "public_key" | "counter" | "is_synced">;

export function siteOf(baseUrl: string): PasskeySite {
  const { origin, hostname } = new URL(baseUrl);
  return { origin, rpId: hostname };
}

/** The code that reads keys and signatures is loaded when the first one is used. */
const loadLibrary = () => import("@simplewebauthn/server");

/** The algorithms of keys that are offered, in COSE's numbers: Ed25519, ES256, RS256. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257];

/**
 * The library throws for whatever is not right, and for what it cannot read, with sentences for developers.
 * Nothing of it is told: a forged answer is refused like any other.
 */
async function orNull<Result>(verifying: Promise<Result>): Promise<Result | null> {
  try {
    return await verifying;
  } catch {
    return null;
  }
}

/** A new key, if it is one of this site, made for the challenge by somebody whom the device has verified. */
export async function verifyNewPasskey(
  { origin, rpId }: PasskeySite,
  credential: NewPasskey,
  isExpected: ChallengeCheck,
): Promise<MadePasskey | null> {
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
 * The key's new counter, if the signature is this key's, over a challenge of ours, on this site, by somebody whom the
 * device has verified. A counter that went back means that the key was copied.
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
