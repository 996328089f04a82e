import { API } from "#contract/paths.ts";
import { OwnPasskey, PasskeyCreationOptions } from "#contract/sign-in/passkeys.ts";
import { callApi } from "../../http/call-api.ts";

/** `known`: this device already has a passkey of this account. `refused`: any other reason, which browsers do not reveal. */
export class NoPasskey extends Error {
  readonly reason: "known" | "refused";

  constructor(reason: "known" | "refused") {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Waits for the user to confirm or create a passkey, and returns it as JSON for the server. Throws `NoPasskey`.
 * @param request the promise of `navigator.credentials.get` or `create`
 */
export async function credentialOf(request: Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await request;
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === "InvalidStateError") throw new NoPasskey("known");
  }
  throw new NoPasskey("refused");
}

/** Creates a passkey on this device, and adds it to the account. Throws `NoPasskey`, or `ApiError` if a call fails. */
export async function addPasskey(password: string): Promise<OwnPasskey> {
  const challenge = { method: "POST", path: API.ownPasskeyChallenge, body: { password } } as const;
  const options = await callApi({ ...challenge, response: PasskeyCreationOptions });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await credentialOf(navigator.credentials.create({ publicKey }));
  return callApi({ method: "POST", path: API.ownPasskeys, body: { credential }, response: OwnPasskey });
}
