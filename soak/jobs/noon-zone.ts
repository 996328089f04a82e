const NOON = 12;

/** Where it is noon now, so that the quiet hours are far. */
export function noonZone(): { readonly name: string; readonly today: string } {
  const now = new Date();
  const east = NOON - now.getUTCHours();
  // The signs of these names are those of POSIX: west is positive.
  const name = `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`;
  const shifted = new Date(now.getTime() + east * 60 * 60_000);
  return { name, today: shifted.toISOString().slice(0, "YYYY-MM-DD".length) };
}
