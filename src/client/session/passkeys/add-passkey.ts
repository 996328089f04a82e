import { API } from "#contract/paths.ts";
import { OwnPasskey, PasskeyCreationOptions } from "#contract/sign-in/passkeys.ts";
import { callApi } from "../../http/call-api.ts";

/** `known`: this device has a key of this account already. `refused`: any other reason, which browsers do not tell. */
export class NoPasskeyMade extends Error {
  readonly reason: "known" | "refused";

  constructor(reason: "known" | "refused") {
    super(reason);
    this.reason = reason;
  }
}

/** Creates a passkey on this device, and adds it to the account. Throws `NoPasskeyMade`, or `ApiError` if a call fails. */
export async function addPasskey(password: string): Promise<OwnPasskey> {
  const challenge = { method: "POST", path: API.ownPasskeyChallenge, body: { password } } as const;
  const options = await callApi({ ...challenge, response: PasskeyCreationOptions });
  const credential = await make(options);
  return callApi({ method: "POST", path: API.ownPasskeys, body: { credential }, response: OwnPasskey });
}

async function make(options: PasskeyCreationOptions): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  try {
    const credential = await navigator.credentials.create({ publicKey });
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === "InvalidStateError") throw new NoPasskeyMade("known");
  }
  throw new NoPasskeyMade("refused");
}
