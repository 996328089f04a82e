/** A byte of the browser's own randomness; there in insecure contexts too. */
export function cryptoByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
}
