import { API } from "#contract/paths.ts";
import { PasskeyRequestOptions } from "#contract/sign-in/passkeys.ts";
import { Session } from "#contract/sign-in/sessions.ts";
import { callApi } from "../../http/call-api.ts";
import type { SignedIn } from "../session-api.ts";

/** The person chose no key: they have none here, or changed their mind. Browsers do not tell which. */
export class NoPasskeyUsed extends Error {}

/** Has the person choose a key, and signs in with it. Throws `NoPasskeyUsed`, or `ApiError` if a call fails. */
export async function signInWithPasskey(rememberMe: boolean): Promise<SignedIn> {
  const asking = { method: "POST", path: API.passkeyChallenge, body: {}, answer: PasskeyRequestOptions } as const;
  const options = await callApi(asking);
  const credential = await askForKey(options);
  return callApi({ method: "POST", path: API.passkeySignIn, body: { credential, rememberMe }, answer: Session });
}

async function askForKey(options: PasskeyRequestOptions): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  try {
    const credential = await navigator.credentials.get({ publicKey });
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  throw new NoPasskeyUsed();
}
