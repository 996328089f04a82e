/** An IP address: passkeys need a domain name. */
const DIGITS = /^[\d.]+$|:/;

/** Whether passkeys work here, and the browser can convert them to JSON (baseline of 2025). */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    !DIGITS.test(window.location.hostname)
  );
}

/** Whether this device can store passkeys itself; `false` if that is unknown. */
export async function keepsPasskeys(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}
