import { expect, test } from "vitest";
import { isLegible, isLegibleText } from "./legible-text.ts";

test.each([
  ["Camille"],
  ["Jean-François d'Ormesson"],
  ["Nguyễn Thị Ánh"],
  ["e\u0301lodie, decomposed"],
  ["محمد علي"],
  ["نرگس\u200cها"],
  ["שרה כהן"],
  ["\u200fשרה (Sara)\u200e"],
  ["王小明"],
  ["हिन्दी क्\u200dष"],
  ["ᄒ\u1161\u11ab"],
  ["👩🏽\u200d🎤 Lead"],
  ["❤\ufe0f"],
  ["🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
  ["L'été\u00a0: « 20\u202fh »"],
  ["ש\u05bc\u05c1\u05b8\u0591\u05bd\u05af with all its marks"],
  ["7"],
  ["…"],
])("%s is legible", (text) => {
  expect(isLegible(text)).toBe(true);
});

test.each([
  ["nothing", ""],
  ["U+0000", "a\0b"],
  ["a bell", "a\u0007"],
  ["a tab", "a\tb"],
  ["a line break", "a\nb"],
  ["a carriage return", "a\rb"],
  ["an escape sequence", "\u001b[31mred"],
  ["a C1 control", "a\u0085b"],
  ["a line separator", "a\u2028b"],
  ["a paragraph separator", "a\u2029b"],
  ["a direction override", "abc\u202egpj.exe"],
  ["an embedding", "\u202babc\u202c"],
  ["an isolate", "\u2066abc\u2069"],
  ["a deprecated format character", "a\u206ab"],
  ["an annotation", "a\ufff9b"],
  ["the first half of a pair", "a\ud83d"],
  ["the second half of a pair", "\ude00a"],
  ["what is no character", "a\uffff"],
  ["spaces alone", " \u00a0\u3000"],
  ["zero-width spaces alone", "\u200b\u200b"],
  ["a joiner alone", "\u200d"],
  ["a byte order mark alone", "\ufeff"],
  ["Hangul fillers alone", "\u3164\u115f"],
  ["empty Braille alone", "\u2800\u2800"],
  ["a soft hyphen alone", "\u00ad"],
  ["an accent on nothing", "\u0301"],
  ["a pile of accents", `a${"\u0301".repeat(9)}`],
  ["variation selectors alone", "\ufe0f\u{e0100}"],
  ["tags alone", "\u{e0041}\u{e0042}"],
])("%s is not", (_, text) => {
  expect(isLegible(text)).toBe(false);
});

test.each([
  ["", true],
  ["Accordage à 9 h.\n\nTenue noire", true],
  ["שלום\nעולם", true],
  ["un\u0000deux", false],
  ["une ligne\navant\u202Eaprès", false],
  [`pile\n${"e" + "\u0301".repeat(9)}`, false],
])("a text of several lines, %j, is legible: %s", (text, expected) => {
  expect(isLegibleText(text)).toBe(expected);
});
