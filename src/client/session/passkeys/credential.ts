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
