/** Bytes at the beginning of a file that tell its encoding. */
const MARKS = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/**
 * The text of a list from a file. Spreadsheets write UTF-8, with or without its mark, or the Windows encoding of French
 * machines, which no UTF-8 text looks like once it has an accent; « Unicode text » is UTF-16 with its mark.
 * @throws Error for what is no text, such as a spreadsheet's own format
 */
export function decodeList(bytes: Uint8Array): string {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  const text = marked === undefined ? decodeBytes(bytes) : new TextDecoder(marked.encoding).decode(bytes);
  if (text.includes("\0")) throw new Error("the file is no text");
  return text;
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
