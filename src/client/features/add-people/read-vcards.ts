import Papa from "papaparse";
import { addPeopleText, cardTitle } from "#text/users/add-people.ts";

/** One line of a vCard, for example `item1.EMAIL;TYPE=home,pref:lea@exemple.fr`. */
interface Property {
  readonly name: string;
  readonly parameters: string;
  readonly value: string;
}

/** Properties that do not become columns: names (read separately), technical ones, pictures, sounds and keys. */
const TECHNICAL =
  /^(BEGIN|END|VERSION|PRODID|UID|REV|KIND|PROFILE|SOURCE|CLIENTPIDMAP|SORT-STRING|N|FN|PHOTO|LOGO|SOUND|KEY|X-.*)$/;

/** Whether a text consists of vCards, the format in which phones and address books save contacts. */
export function areVCards(text: string): boolean {
  return /^\s*BEGIN:VCARD\s/i.test(text) && /\sEND:VCARD$/i.test(text.trimEnd());
}

/** Decodes a quoted-printable value (vCard 2.1), in which `=C3` is one byte. */
function decodeQuotedPrintable(value: string, charset: string): string {
  const bytes = [...new TextEncoder().encode(value)];
  const decoded: number[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const hex = /^=([\dA-F]{2})$/i.exec(String.fromCharCode(...bytes.slice(index, index + 3)))?.[1];
    decoded.push(hex === undefined ? (bytes[index] ?? 0) : Number.parseInt(hex, 16));
    if (hex !== undefined) index += 2;
  }
  try {
    return new TextDecoder(charset).decode(Uint8Array.from(decoded));
  } catch {
    // The browser does not know the charset.
    return value;
  }
}

/** The parts of a value, which semicolons separate. A backslash escapes the next character. */
function partsOf(value: string): string[] {
  return (value.match(/(?:\\.?|[^\\;])*(?:;|$)/gs) ?? []).map((part) =>
    part.replace(/;$/, "").replaceAll(/\\n/gi, " ").replaceAll(/\\(.)/gs, "$1").trim(),
  );
}

function readProperty(line: string): Property | null {
  const [, name, parameters = "", value = ""] =
    /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/s.exec(line) ?? [];
  if (name === undefined) return null;
  const charset = /CHARSET=([\w-]+)/i.exec(parameters)?.[1] ?? "utf-8";
  const isQuoted = /QUOTED-PRINTABLE/i.test(parameters);
  return { name: name.toUpperCase(), parameters, value: isQuoted ? decodeQuotedPrintable(value, charset) : value };
}

/** The properties of each card. A folded line continues in the next: after a space or, if quoted-printable, a `=`. */
function cardsOf(text: string): Property[][] {
  const unfolded = text.replaceAll(/\r\n?/g, "\n").replaceAll(/\n[ \t]/g, "");
  const lines: string[] = [];
  let start = "";
  for (const part of unfolded.split("\n")) {
    const line = start + part;
    const isContinued = line.endsWith("=") && /^[^:]*QUOTED-PRINTABLE/i.test(line);
    start = isContinued ? line.slice(0, -1) : "";
    if (!isContinued) lines.push(line);
  }
  const cards: Property[][] = [];
  for (const property of lines.flatMap((line) => readProperty(line) ?? [])) {
    if (property.name === "BEGIN") cards.push([]);
    else cards.at(-1)?.push(property);
  }
  return cards;
}

/** The cells of a card by column title. A second e-mail address gets a numbered column. The preferred one comes first. */
function cellsOf(card: readonly Property[]): Map<string, string> {
  const cells = new Map<string, string>();
  const [lastName = "", firstName = "", middle = ""] = partsOf(card.find(({ name }) => name === "N")?.value ?? "");
  cells.set(addPeopleText.cardTitles.firstName, [firstName, middle].filter(Boolean).join(" "));
  cells.set(addPeopleText.cardTitles.lastName, lastName);
  cells.set(addPeopleText.cardTitles.fullName, partsOf(card.find(({ name }) => name === "FN")?.value ?? "").join(" "));
  const isPreferred = ({ parameters }: Property) => /\bPREF\b/i.test(parameters);
  const shown = card
    .filter(({ name }) => !TECHNICAL.test(name))
    .toSorted((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)));
  for (const { name, value } of shown) {
    const text = partsOf(value).filter(Boolean).join(" ");
    if (text === "") continue;
    let title = cardTitle(name);
    for (let number = 2; cells.has(title); number += 1) title = `${cardTitle(name)} ${number}`;
    cells.set(title, text);
  }
  return cells;
}

/** Converts vCards to a semicolon-separated list with a title row, so that they are read like a spreadsheet. */
export function listFromVCards(text: string): string {
  const cards = cardsOf(text).map(cellsOf);
  const titles = [...new Set(cards.flatMap((card) => [...card.keys()]))];
  const rows = cards.map((card) => titles.map((title) => card.get(title) ?? ""));
  return Papa.unparse([titles, ...rows], { delimiter: ";", newline: "\n" });
}
