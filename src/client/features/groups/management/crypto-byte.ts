/** A random byte from `crypto.getRandomValues`, which is also available in insecure contexts. */
export function cryptoByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
}
