import type { Selectable } from "kysely";
import type { NewPasskey, PasskeySignIn } from "#contract/sign-in/passkeys.ts";
import type { Tables } from "../../database/schema.ts";
import type { KnownPasskey } from "./read-passkeys.ts";

/** Whether this server made the challenge (base64url) for this purpose, and it is still valid. */
type ChallengeCheck = (challenge: string) => boolean;

type NewPasskeyColumns = Pick<Selectable<Tables["passkey"]>, "credential_id" | "public_key" | "counter" | "is_synced">;

/** The site for which passkeys are valid. `rpId`: the host of the origin, under which devices store the site's keys. */
export function siteOf(baseUrl: string) {
  const { origin, hostname } = new URL(baseUrl);
  return { origin, rpId: hostname };
}

type PasskeySite = ReturnType<typeof siteOf>;

/** Loads the library at the first use of a passkey, which keeps the start fast. */
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

/**
 * Checks a passkey that a browser created. Returns its columns; `null` unless it was made for this site and challenge, by a
 * user whom the device verified (by fingerprint, face or PIN).
 */
export async function verifyNewPasskey(
  { origin, rpId }: PasskeySite,
  credential: NewPasskey,
  isExpected: ChallengeCheck,
): Promise<NewPasskeyColumns | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  // The library does not need the transports, and its type allows only those that it knows.
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
  const { credential: key, credentialBackedUp } = outcome.registrationInfo;
  const publicKey = Buffer.from(key.publicKey).toString("base64url");
  return { credential_id: key.id, public_key: publicKey, counter: key.counter, is_synced: credentialBackedUp };
}

/**
 * Checks a sign-in by a stored passkey. Returns the key's new counter; `null` unless this key signed the challenge, for
 * this site, and the device verified the user. A counter that went back is refused too: it means that the key was
 * copied.
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
