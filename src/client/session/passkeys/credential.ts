/** `known`: this device has a key of this account already. `refused`: any other reason, which browsers do not tell. */
export class NoPasskey extends Error {
  readonly reason: "known" | "refused";

  constructor(reason: "known" | "refused") {
    super(reason);
    this.reason = reason;
  }
}

/** The credential that the device asks the user for, to be sent to the server. @throws NoPasskey */
export async function credentialOf(asking: Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await asking;
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === "InvalidStateError") throw new NoPasskey("known");
  }
  throw new NoPasskey("refused");
}
