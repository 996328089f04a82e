/** Lower-case letters and digits, without those that are easily confused. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789";
/** Short enough for a calendar cell. */
const LENGTH = 6;
/**
 * The largest multiple of the number of signs that fits into a byte's range. Bytes from here on are discarded, because
 * they would favour the first signs.
 */
const BYTE_LIMIT = 256 - (256 % SIGNS.length);

/** A group id that is not among `taken`; `randomByte` gives 0 to 255. */
export function newGroupId(taken: ReadonlySet<string>, randomByte: () => number): string {
  let id = "";
  while (id.length < LENGTH) {
    const byte = randomByte();
    if (byte < BYTE_LIMIT) id += SIGNS.charAt(byte % SIGNS.length);
  }
  return taken.has(id) ? newGroupId(taken, randomByte) : id;
}
