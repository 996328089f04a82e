const UTF_16_MARK = [0xff, 0xfe] as const;

/**
 * The text of a list from a file. Spreadsheets write UTF-8, with or without its mark, or the Windows encoding of French
 * machines, which no UTF-8 text looks like once it has an accent; « Unicode text » is UTF-16 with its mark.
 */
export function decodeList(bytes: Uint8Array): string {
  if (UTF_16_MARK.every((byte, index) => bytes[index] === byte)) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
