/** An IPv4 or IPv6 address: passkeys need a domain name instead. */
const IP_ADDRESS = /^[\d.]+$|:/;

/** Whether this browser has passkeys and converts them to JSON (since 2025), and the page's address allows them. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    !IP_ADDRESS.test(window.location.hostname)
  );
}

/** Whether this device can store passkeys itself; `false` if that is unknown. */
export async function canStorePasskeys(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}
