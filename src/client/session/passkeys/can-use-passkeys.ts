/** A key belongs to the name of a site: an address in digits has none. */
const DIGITS = /^[\d.]+$|:/;

/** Whether this browser knows passkeys, and makes JSON of them itself (baseline of 2025). */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    !DIGITS.test(window.location.hostname)
  );
}

/** Whether this device itself keeps keys, and unlocks them for its owner. Resolves to `false` where nobody can say. */
export async function keepsPasskeys(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}
