/** One person of an address line. */
export interface AddressEntry {
  /** This person's part of the line. */
  readonly text: string;
  readonly name: string;
  readonly email: string;
}

/** A name, perhaps in quotes, and an address in angle brackets. No two parts of the pattern match the same text: linear time. */
const ENTRY = /(?:\s*"((?:[^"\\]|\\.)*)"\s*|([^<>"]*))<([^<>]*)>\s*(?:[,;]|$)/y;

/** Outlook's way of quoting a name. */
const OUTLOOK_QUOTES = /^'(.*)'$/;

/** What a mail program writes before the recipients of a message. */
const RECIPIENTS = /^(?:à|to|cc|cci|bcc)\s*:\s*/i;

/** The address that stands alone at the beginning of `rest`, and how long it is with the comma after it. */
function bareAddress(rest: string): { readonly text: string; readonly length: number } | null {
  const stop = rest.search(/[,;<"]/);
  const text = (stop === -1 ? rest : rest.slice(0, stop)).trim();
  const isAlone = stop === -1 || rest[stop] === "," || rest[stop] === ";";
  return isAlone && text.includes("@") && !/\s/.test(text)
    ? { text, length: stop === -1 ? rest.length : stop + 1 }
    : null;
}

/**
 * The people of a line as mail programs write it: `Léa Dupont <lea@exemple.fr>, "Petit, Noé" <noe@exemple.fr>`. `null`
 * for any other line, such as one with separate cells for the names.
 */
export function readAddressLine(written: string): AddressEntry[] | null {
  if (!written.includes("<")) return null;
  const line = written.trim().replace(RECIPIENTS, "");
  const entries: AddressEntry[] = [];
  for (let at = 0; at < line.length;) {
    const bare = bareAddress(line.slice(at));
    if (bare !== null) {
      entries.push({ text: bare.text, name: "", email: bare.text });
      at += bare.length;
      continue;
    }
    ENTRY.lastIndex = at;
    const [text, quoted, plain = "", email = ""] = ENTRY.exec(line) ?? [];
    const name = quoted?.replaceAll(/\\(.)/g, "$1") ?? plain.trim().replace(OUTLOOK_QUOTES, "$1");
    // Without quotes, one comma may be part of a name (`Petit, Noé`). Others separate cells, of which the last has the address.
    if (text === undefined || (quoted === undefined && /[;\t]|,.*,/.test(name))) return null;
    entries.push({ text: text.trim().replace(/\s*[,;]$/, ""), name, email });
    at += text.length;
  }
  return entries;
}
