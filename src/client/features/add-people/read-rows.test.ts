import { expect, it } from "vitest";
import { decodeList } from "./read-rows.ts";

const TEXT = "Élise;Müller;;Clavier\r\nŒdipe;L’Hôte";
/** Windows-1252: Œ is 0x8C, ’ is 0x92, the rest as in Latin-1. */
const WINDOWS = Uint8Array.from(TEXT, (character) =>
  character === "Œ" ? 0x8c : character === "’" ? 0x92 : (character.codePointAt(0) ?? 0),
);

it.each([
  ["UTF-8", new TextEncoder().encode(TEXT)],
  ["UTF-8 with its mark", new TextEncoder().encode(`\uFEFF${TEXT}`)],
  ["Windows-1252", WINDOWS],
  ["UTF-16", new Uint8Array(Buffer.from(`\uFEFF${TEXT}`, "utf16le"))],
])("a list is read from %s", (_, bytes) => {
  expect(decodeList(bytes)).toBe(TEXT);
});
