/**
 * Spreads each bit of `hash` over all of it (MurmurHash3's finalizer), so that similar ids give very different hashes.
 */
function spread(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** FNV-1a hash of a text's UTF-16 units, then spread: an unsigned 32-bit number, the same on every device. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return spread(hash);
}
