import * as z from "zod/mini";
import { listOf, shortText } from "../limits.ts";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";
import { KnownPassword } from "./passwords.ts";
import { Session } from "./sessions.ts";

/** The most passkeys of one user: several for each device that somebody has. */
export const OWN_PASSKEYS_MAX = 20;

/** A credential id has at most 1023 bytes (WebAuthn §4). */
const CREDENTIAL_ID_MAX = 1364;
/** These limits are many times what authenticators send. */
const CLIENT_DATA_MAX = 4000;
const ATTESTATION_MAX = 20_000;
const ASSERTION_MAX = 4000;
const USER_HANDLE_MAX = 100;
const TRANSPORT_MAX = 40;
const TRANSPORTS_MAX = 10;

const CredentialId = shortText(CREDENTIAL_ID_MAX);
const ClientData = shortText(CLIENT_DATA_MAX);

const KnownCredential = z.object({
  type: z.literal("public-key"),
  id: z.string(),
  transports: z.array(z.string()),
});

/** What a browser needs to create a passkey: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn level 3. */
export const PasskeyCreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(KnownCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

/** What a browser needs to use a passkey: `PublicKeyCredentialRequestOptionsJSON`. The person chooses the passkey. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
});

const credential = { id: CredentialId, rawId: CredentialId, type: z.literal("public-key") };

/** The fields of a `RegistrationResponseJSON` that the server reads. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: ClientData,
    attestationObject: shortText(ATTESTATION_MAX),
    transports: z.optional(listOf(shortText(TRANSPORT_MAX), TRANSPORTS_MAX)),
  }),
});

/** The fields of an `AuthenticationResponseJSON` that the server reads. */
const UsedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: ClientData,
    authenticatorData: shortText(ASSERTION_MAX),
    signature: shortText(ASSERTION_MAX),
    userHandle: z.optional(z.nullable(shortText(USER_HANDLE_MAX))),
  }),
});

export const PasskeySignIn = z.object({ credential: UsedPasskey, rememberMe: z.optional(z.boolean()) });

/** A passkey as shown to its own user. Timestamps are ISO 8601. */
export const OwnPasskey = z.object({
  id: z.string(),
  /** The browser and system in which it was created; `null` if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** Whether the person's other devices have it too. */
  isSynced: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});

export const OwnPasskeys = z.array(OwnPasskey);

export type NewPasskey = z.infer<typeof NewPasskey>;
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;
export type PasskeySignIn = z.infer<typeof PasskeySignIn>;
export type OwnPasskey = z.infer<typeof OwnPasskey>;

export const PASSKEY_OPERATIONS = {
  challengePasskey: {
    method: "POST",
    path: API.passkeyChallenge,
    access: "anyone",
    summary: "A challenge to sign in with any passkey, valid once and for five minutes",
    response: PasskeyRequestOptions,
  },
  signInWithPasskey: {
    method: "POST",
    path: API.passkeySignIn,
    access: "anyone",
    summary: "Sign in with a passkey, without a password",
    request: PasskeySignIn,
    response: Session,
  },
  listOwnPasskeys: {
    method: "GET",
    path: API.ownPasskeys,
    access: "profile.edit_own",
    summary: "List the caller's own passkeys, the newest first",
    response: OwnPasskeys,
  },
  challengeNewPasskey: {
    method: "POST",
    path: API.ownPasskeyChallenge,
    access: "profile.edit_own",
    summary: "A challenge to add a passkey, valid once and for five minutes; requires the password",
    request: z.object({ password: KnownPassword }),
    response: PasskeyCreationOptions,
  },
  addOwnPasskey: {
    method: "POST",
    path: API.ownPasskeys,
    access: "profile.edit_own",
    summary: "Add a passkey that was created for such a challenge",
    request: z.object({ credential: NewPasskey }),
    status: 201,
    response: OwnPasskey,
  },
  removeOwnPasskey: {
    method: "DELETE",
    path: API.ownPasskey,
    access: "profile.edit_own",
    summary: "Remove one of the caller's passkeys, which then gives no access",
  },
} as const satisfies Readonly<Record<string, Operation>>;
