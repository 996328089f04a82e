import { API } from "#contract/paths.ts";
import { OwnPasskey, PasskeyCreationOptions } from "#contract/sign-in/passkeys.ts";
import { callApi } from "../../http/call-api.ts";
import { credentialOf } from "./credential.ts";

/** Creates a passkey on this device, and adds it to the account. Throws `NoPasskey`, or `ApiError` if a call fails. */
export async function addPasskey(password: string): Promise<OwnPasskey> {
  const challenge = { method: "POST", path: API.ownPasskeyChallenge, body: { password } } as const;
  const options = await callApi({ ...challenge, response: PasskeyCreationOptions });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await credentialOf(navigator.credentials.create({ publicKey }));
  return callApi({ method: "POST", path: API.ownPasskeys, body: { credential }, response: OwnPasskey });
}
