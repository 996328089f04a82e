import { describe, expect, it } from "vitest";
import { type KnownPerson, readPeopleList, remainingText } from "#domain/people/list/people-list.ts";
import { SERVICES } from "#domain/people/services.ts";
import { decodeList, readRows } from "./read-rows.ts";
import { areVCards, listFromVCards } from "./read-vcards.ts";

const RULES = {
  isEmail: (text: string) => /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(text),
  isName: (text: string) => text.length <= 200,
  offered: SERVICES,
};

function listOf(text: string, known: readonly KnownPerson[] = [], others: readonly string[] = []) {
  return readPeopleList(readRows(text), { ...RULES, known }, (line) => others.includes(line));
}

/** Each person, and what becomes of their line. */
function people(text: string, known: readonly KnownPerson[] = []) {
  return listOf(text, known).lines.map(({ firstName, lastName, email, positions, state }) => [
    state.status === "wrong" ? state.problem.type : state.status,
    firstName,
    lastName,
    email,
    positions.join(" "),
  ]);
}

const LEA = ["good", "Léa", "Dupont", "lea@exemple.fr", "Voix Lead"];
const NOE = ["good", "Noé", "Petit", "noe@exemple.fr", ""];

describe("a list of another program", () => {
  it.each([
    [
      "Thunderbird",
      'Prénom,Nom de famille,Nom à afficher,Adresse électronique principale,Services\nLéa,Dupont,Léa D.,lea@exemple.fr,"Voix, Lead"\nNoé,Petit,,noe@exemple.fr,',
    ],
    [
      "Outlook in French",
      '"Titre","Prénom","Nom","Adresse de messagerie","Type de messagerie","Nom complet de l\'adresse de messagerie","Services"\n"","Léa","Dupont","lea@exemple.fr","","","Voix, Lead"\n"","Noé","Petit","noe@exemple.fr","","",""',
    ],
    [
      "Outlook in English",
      "First Name,Middle Name,Last Name,E-mail Address,E-mail Type,E-mail Display Name,Services\nLéa,,Dupont,lea@exemple.fr,,,Voix;Lead\nNoé,,Petit,noe@exemple.fr,,,",
    ],
    [
      "Google",
      "First Name,Middle Name,Last Name,Nickname,File As,Labels,E-mail 1 - Label,E-mail 1 - Value,Instrument 1,Instrument 2\nLéa,,Dupont,,,,,lea@exemple.fr,Voix,Lead\nNoé,,Petit,,,,,noe@exemple.fr,,",
    ],
    [
      "two service columns",
      "Mél;Nom *;Prénom *;Instrument 1;Instrument 2\nlea@exemple.fr;Dupont;Léa;Voix;Lead\nnoe@exemple.fr;Petit;Noé;;",
    ],
    [
      "one column of names",
      "Nom à afficher;Adresse électronique principale;Instruments\nLéa Dupont;lea@exemple.fr;Voix/Lead\nPetit, Noé;noe@exemple.fr;",
    ],
    [
      "titles that say nothing",
      "Nom;Prénom;Contact;Dimanche\nDupont;Léa;lea@exemple.fr;Voix, Lead\nPetit;Noé;noe@exemple.fr;",
    ],
    [
      "whose name it is",
      "Nom adhérent;Prénom de l'adhérent;Email adhérent;Instrument\nDupont;Léa;lea@exemple.fr;Voix, Lead\nPetit;Noé;noe@exemple.fr;",
    ],
    ["sep=", 'sep=,\nPrénom,Nom,Courriel,Services\nLéa,Dupont,lea@exemple.fr,"Voix, Lead"\nNoé,Petit,noe@exemple.fr,'],
    [
      "a table's name above",
      "Membres 2026;;;\n;;;\nNom ;Prénom ;Mail (obligatoire);Services\nDupont;Léa;lea@exemple.fr;Voix, Lead\nPetit;Noé;noe@exemple.fr;",
    ],
    ["no titles, the address first", "lea@exemple.fr;Léa;Dupont;Voix;Lead\nnoe@exemple.fr;Noé;Petit"],
    ["no titles, the name in one", "Léa Dupont;<lea@exemple.fr>;Voix;Lead\nPetit, Noé\tmailto:NOE@exemple.fr"],
    ["one known title", "Nom;Contact;Dimanche\nLéa Dupont;lea@exemple.fr;Voix, Lead\nPetit, Noé;noe@exemple.fr;"],
    ["separators in quotes", 'Léa,Dupont,lea@exemple.fr,"Voix; Lead"\nNoé;"Petit";noe@exemple.fr;" "'],
    [
      "cells on several lines",
      'Prénom;Nom;E-mail;Services\n"Léa";"Dupont";"lea@exemple.fr";"Voix\nLead"\n"Noé\n";"Petit";noe@exemple.fr;',
    ],
  ])("is read by titles and by content: %s", (_, text) => {
    expect(people(text)).toEqual([LEA, NOE]);
  });

  it("of a mail program has one person for each address", () => {
    const [, ...lea] = [...LEA.slice(0, 4), ""];
    expect(people("Léa Dupont <lea@exemple.fr>, Noé Petit <noe@exemple.fr>")).toEqual([["good", ...lea], NOE]);
    expect(people('"Dupont, Léa" <lea@exemple.fr>; "Noé \\"Petit" <NOE@exemple.fr>')).toEqual([
      ["good", ...lea],
      ["good", "Noé", '"Petit', "noe@exemple.fr", ""],
    ]);
    expect(people("'Noé Petit' <noe@exemple.fr>")).toEqual([NOE]);
    expect(people('To: "Petit, Noé" <noe@exemple.fr>')).toEqual([NOE]);
    expect(people("À : lea@exemple.fr, Noé Petit <noe@exemple.fr>").slice(1)).toEqual([NOE]);
    expect(people("À : Dupont, Léa <lea@exemple.fr>\nPetit, Noé <noe@exemple.fr>,")).toEqual([["good", ...lea], NOE]);
  });

  it("of a mail program keeps those without a name in the text, to the letter", () => {
    const list = listOf("x@exemple.fr, Léa Dupont <lea@exemple.fr>, Noé Petit  <noe@exemple>;y@exemple.fr");
    expect(list.lines.map(({ state }) => state.status)).toEqual(["wrong", "good", "wrong", "wrong"]);
    expect(remainingText(list)).toBe("x@exemple.fr\nNoé Petit  <noe@exemple>\ny@exemple.fr");
  });
});

describe("what is not read", () => {
  it("is named: columns with something in them, and rows above the titles", () => {
    const list = listOf(
      "Chorale 2026;;;;\nNom;Prénom;Téléphone;E-mail;E-mail 2;Vide\nDupont;Léa;0612;lea@exemple.fr;l@x.fr;\nPetit;Noé;;;noe@exemple.fr;;;Reste",
    );
    expect(list.unreadColumns).toEqual(["Téléphone", "E-mail 2", ""]);
    expect(list.unreadRows).toEqual(["Chorale 2026"]);
    expect(list.lines.map(({ email }) => email)).toEqual(["lea@exemple.fr", "noe@exemple.fr"]);
  });

  it("is no second column that says the same", () => {
    const list = listOf("Nom;Prénom;E-mail;E-mail 2\nDupont;Léa;lea@exemple.fr;lea@exemple.fr");
    expect(list.unreadColumns).toEqual([]);
  });

  it("is never what was typed beside contacts", () => {
    const cards = "BEGIN:VCARD\nN:Roy;Anne\nEND:VCARD";
    expect([areVCards(cards), areVCards(`Paul;Mercier\n${cards}`), areVCards(`${cards}\nPaul;Mercier`)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("is not a line that was typed below the table of a file, with its own separator", () => {
    expect(people("Nom,Prénom,Mail\nDupont,Léa,lea@exemple.fr\nPaul;Mercier;;Bass,Voix").at(1)).toEqual([
      "good",
      "Paul",
      "Mercier",
      "",
      "Bass Voix",
    ]);
  });

  it("is nothing where all is read", () => {
    expect(listOf("Prénom;Nom;Nom complet\nLéa;Dupont;Léa Dupont")).toMatchObject({
      unreadColumns: [],
      unreadRows: [],
    });
  });

  it("stays below its own titles when the good lines were added", () => {
    const text =
      "Léa;Dupont\nX\nNom,Prénom,Mail\nPetit,Noé,noe@\nRoy,Anne,anne@exemple.fr\nCourriel;Nom;Prénom\nz@;Z;Y";
    const rest = "X\nNom,Prénom,Mail\nPetit,Noé,noe@\nCourriel;Nom;Prénom\nz@;Z;Y";
    expect(remainingText(listOf(text))).toBe(rest);
    expect(people(rest).map(([, first, last]) => `${first} ${last}`)).toEqual(["Noé Petit", "Y Z"]);
    expect(remainingText(listOf(rest))).toBe(rest);
  });
});

describe("a person without an account", () => {
  const lea: KnownPerson = { id: "lea", firstName: "Léa", lastName: "Dupont", positions: [], account: "none" };
  const line = "DUPONT;Lea;lea@exemple.fr;Voix";

  function outcomes(text: string, known: readonly KnownPerson[], others: readonly string[] = []) {
    return listOf(text, known, others).lines.map(({ state, completes }) => completes?.id ?? state.status);
  }

  it("gets from the list what they lack, once", () => {
    expect(outcomes(line, [lea])).toEqual(["lea"]);
    expect(outcomes("Léa;Dupont;;Voix", [lea])).toEqual(["lea"]);
    expect(outcomes(`${line}\nLéa;Dupont;;Lead`, [lea])).toEqual(["lea", "namesake"]);
    const invited = { ...lea, email: "lea@exemple.fr", account: "invited" } as const;
    expect(outcomes(line, [invited])).toEqual(["lea"]);
  });

  it("is asked about where nothing is lacking, where two have the name, or where the reader says it is another", () => {
    expect(outcomes("Léa;Dupont", [lea])).toEqual(["namesake"]);
    expect(outcomes(line, [lea, { ...lea, id: "other" }])).toEqual(["namesake"]);
    expect(outcomes(line, [lea], [line])).toEqual(["good"]);
    expect(outcomes(line, [{ ...lea, email: "x@y.fr", account: "invited" }])).toEqual(["namesake"]);
  });

  it("gets nothing from a line with their address and another name", () => {
    const invited = { ...lea, email: "lea@exemple.fr", account: "invited" } as const;
    expect(outcomes("Noé;Dupont;lea@exemple.fr;Voix", [invited])).toEqual(["known"]);
  });

  it("is left as they are once they have an account", () => {
    const active = { ...lea, email: "lea@exemple.fr", account: "active" } as const;
    expect([outcomes(line, [active]), outcomes("Léa;Dupont;;Voix", [active])]).toEqual([["known"], ["namesake"]]);
  });
});

describe("contacts", () => {
  it("of version 3 and 4 are a list with titles", () => {
    const text = [
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:Dupont;Léa;;;",
      "FN:Léa Dupont",
      "item1.EMAIL;TYPE=INTERNET;type=pref:lea@exem",
      " ple.fr",
      "EMAIL;TYPE=home:autre@exemple.fr",
      "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ",
      " SkZJRg==",
      "CATEGORIES:Voix,Lead",
      "END:VCARD",
      "BEGIN:VCARD",
      "VERSION:4.0",
      "FN:Noé Petit",
      'EMAIL;PREF=1;LABEL="a:b":noe@exemple.fr',
      "TEL:+33\\;1",
      "END:VCARD",
    ].join("\r\n");
    expect(areVCards(text)).toBe(true);
    expect(people(listFromVCards(text))).toEqual([LEA, NOE]);
    expect(listOf(listFromVCards(text)).unreadColumns).toEqual(["Adresse e-mail 2", "Téléphone"]);
  });

  it("of version 2.1 are read in their own encoding", () => {
    const text =
      "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Dup=\nont;L=C3=A9a\nEMAIL;INTERNET:lea@exemple.fr\nEND:VCARD\n" +
      "BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Petit;No=E9\nEMAIL:noe@exemple.fr\nEND:VCARD";
    expect(people(listFromVCards(text))).toEqual([[...LEA.slice(0, 4), ""], NOE]);
  });

  it.each(["BEGIN:VCARD", "BEGIN:VCARD\nN", "BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=nope:=C3=\n\nEMAIL:\\"])(
    "that are cut off make no error: %j",
    (text) => {
      expect(() => people(listFromVCards(text))).not.toThrow();
    },
  );
});

// Each takes well under a second; what reads a list again for each of its lines takes minutes.
describe("a hostile list", { timeout: 30_000 }, () => {
  it.each([
    ["a quote that is never closed, on each line", '"a;b\n'.repeat(5000)],
    ["quotes that swallow lines", '"a"b;"c\n'.repeat(5000)],
    ["one long line", "x;".repeat(500_000)],
    ["only at signs", "@".repeat(1_000_000)],
    ["only angle brackets", "<@>".repeat(300_000)],
    ["only spaces before an address", `${" ".repeat(1_000_000)}<x`],
    ["addresses and commas", "a@b,".repeat(200_000)],
    ["only separators", ";,\t|\n".repeat(200_000)],
    ["5,000 unknown services", "A;B;;Tuba basse\n".repeat(5000)],
    ["5,000 people", Array.from({ length: 5000 }, (_, index) => `P;N${index};p${index}@exemple.fr;Voix`).join("\r")],
    ["a backslash at the end of a contact", `BEGIN:VCARD\nN:${"a".repeat(1_000_000)}\\\nEND:VCARD`],
  ])("is read without an error, however long: %s", (_, text) => {
    expect(() => people(areVCards(text) ? listFromVCards(text) : text)).not.toThrow();
  });
});

it("a file that is no text is refused", () => {
  expect(() => decodeList(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0, 0]))).toThrow("not text");
});
