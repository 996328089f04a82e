const LENGTH = 16;
const GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/**
 * A random UUID (RFC 9562 §5.4). `crypto.randomUUID` is missing in pages served over plain http, for example by a
 * server in a local network.
 */
export function newUuid(): string {
  const hexadecimal = Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte, index) => {
    const withVersion = index === 6 ? (byte & 0x0f) | 0x40 : byte;
    const withVariant = index === 8 ? (byte & 0x3f) | 0x80 : withVersion;
    return withVariant.toString(16).padStart(2, "0");
  });
  return hexadecimal.join("").replace(GROUPS, "$1-$2-$3-$4-$5");
}
