import { expect, it } from "vitest";
import { readAddressLine } from "./address-line.ts";

const read = (line: string) => readAddressLine(line)?.map(({ name, email }) => [name, email]) ?? null;
const LEA = ["Léa Dupont", "lea@exemple.fr"];
const NOE = ["Noé Petit", "noe@exemple.fr"];

it.each([
  ["a name and its address", "Léa Dupont <lea@exemple.fr>", [LEA]],
  ["several, with commas or semicolons", "Léa Dupont <lea@exemple.fr>, Noé Petit <noe@exemple.fr>;", [LEA, NOE]],
  [
    "no space before the address, and many around",
    "  Léa Dupont<lea@exemple.fr>  ,Noé Petit <noe@exemple.fr>  ",
    [LEA, NOE],
  ],
  ["a name in quotes", '"Dupont, Léa" <lea@exemple.fr>', [["Dupont, Léa", "lea@exemple.fr"]]],
  ["spaces around the quotes", '  "Léa Dupont"  <lea@exemple.fr> , "Noé Petit"<noe@exemple.fr>', [LEA, NOE]],
  ["a cell's separators in quotes", '"Dupont;\tLéa" <lea@exemple.fr>', [["Dupont;\tLéa", "lea@exemple.fr"]]],
  [
    "an escaped quote and an escaped backslash",
    '"Léa \\"Dupont\\\\" <lea@exemple.fr>',
    [['Léa "Dupont\\', "lea@exemple.fr"]],
  ],
  ["Outlook's quotes", "'Léa Dupont' <lea@exemple.fr>", [LEA]],
  [
    "an apostrophe that is no quote",
    "Léa d'Arc <a@b.fr>, 'Noé Petit <noe@exemple.fr>, Zoé L' <z@b.fr>",
    [
      ["Léa d'Arc", "a@b.fr"],
      ["'Noé Petit", "noe@exemple.fr"],
      ["Zoé L'", "z@b.fr"],
    ],
  ],
  [
    "quotes inside a name",
    "Zoé 'Z' <z@b.fr>, 'Z' Zoé <z@b.fr>",
    [
      ["Zoé 'Z'", "z@b.fr"],
      ["'Z' Zoé", "z@b.fr"],
    ],
  ],
  ["the address as the name", "lea@exemple.fr <lea@exemple.fr>", [["lea@exemple.fr", "lea@exemple.fr"]]],
  ["an address alone before a semicolon", "x@exemple.fr; Léa Dupont <lea@exemple.fr>", [["", "x@exemple.fr"], LEA]],
  ["one comma in a name", "Dupont, Léa <lea@exemple.fr>", [["Dupont, Léa", "lea@exemple.fr"]]],
  [
    "an address alone, before and after",
    "x@exemple.fr, Léa Dupont <lea@exemple.fr>; y@exemple.fr",
    [["", "x@exemple.fr"], LEA, ["", "y@exemple.fr"]],
  ],
  ["an address in brackets alone", "<lea@exemple.fr>", [["", "lea@exemple.fr"]]],
  ["an empty address", "Léa Dupont <>", [["Léa Dupont", ""]]],
  [
    "words before an address, which are no address",
    "voir x@exemple.fr <lea@exemple.fr>",
    [["voir x@exemple.fr", "lea@exemple.fr"]],
  ],
  ...["À : ", "à:", "To: ", "CC :  ", "Cci: ", "bcc:"].map(
    (word) => [`« ${word} » before it`, `${word}Léa Dupont <lea@exemple.fr>`, [LEA]] as const,
  ),
  ["a recipient's word inside a name", "Aldo To: Cc <a@b.fr>", [["Aldo To: Cc", "a@b.fr"]]],
] as const)("a line with %s is read", (_, line, people) => {
  expect(read(line)).toEqual(people);
});

it.each([
  ["no address in brackets", "Léa Dupont, lea@exemple.fr"],
  ["cells, the last with the address", "Léa;Dupont;<lea@exemple.fr>"],
  ["cells with tabs", "Léa\tDupont <lea@exemple.fr>"],
  ["two commas before the address", "Dupont, Léa, <lea@exemple.fr>"],
  ["text after the address", "Léa Dupont <lea@exemple.fr> Voix"],
  ["a bracket that is never closed", "Léa Dupont <lea@exemple.fr"],
  ["a quote that is never closed", '"Léa Dupont <lea@exemple.fr>'],
])("a line with %s is none of a mail program", (_, line) => {
  expect(read(line)).toBeNull();
});

it("each person keeps their part of the line", () => {
  const texts = readAddressLine('To: Léa Dupont <lea@exemple.fr> , "Petit; Noé" <noe@exemple.fr>; x@exemple.fr,')?.map(
    ({ text }) => text,
  );
  expect(texts).toEqual(["Léa Dupont <lea@exemple.fr>", '"Petit; Noé" <noe@exemple.fr>', "x@exemple.fr"]);
});
