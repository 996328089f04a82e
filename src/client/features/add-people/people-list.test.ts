import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearestService, serviceNamed } from "#domain/people/list/named-service.ts";
import {
  type KnownPerson,
  type PeopleLine,
  type PeopleList,
  readPeopleList,
  remainingText,
} from "#domain/people/list/people-list.ts";
import { PEOPLE_MAX } from "#domain/people/people.ts";
import { areServicesCompatible, type Service, SERVICES } from "#domain/people/services.ts";
import { readRows } from "./read-rows.ts";

const THOMAS: KnownPerson = {
  id: "thomas",
  firstName: "Thomas",
  lastName: "Nguyen",
  email: "Thomas@example.org",
  positions: [],
};
const RULES = {
  isEmail: (text: string) => /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(text),
  isName: (text: string) => text.length <= 200,
  offered: SERVICES,
};

function listOf(text: string, known: readonly KnownPerson[] = [THOMAS], others: readonly string[] = []): PeopleList {
  return readPeopleList(readRows(text), { ...RULES, known }, (line) => others.includes(line));
}

function read(text: string, others: readonly string[] = []): readonly PeopleLine[] {
  return listOf(text, [THOMAS], others).lines;
}

function states(text: string): unknown[] {
  return read(text).map(({ state }) => (state.status === "wrong" ? state.problem : state.status));
}

/** The cells of the only line. */
function person(text: string) {
  const [line] = read(text);
  return line && [line.firstName, line.lastName, line.email, line.positions];
}

describe("a line of a list of people", () => {
  const INES = ["Inès", "Moreau", "ines@example.org", ["Bass", "Voix"]];

  it.each([
    "Inès ; Moreau ; ines@example.org ; Bass, Voix",
    "Inès;Moreau;INES@example.org;voix;BASSE",
    "Inès\tMoreau\tines@example.org\tBass, Voix",
    "Inès,Moreau,ines@example.org,Bass,Voix",
    'Inès,Moreau,ines@example.org,"Bass, Voix"',
    '"Inès";"Moreau";"ines@example.org";"Bass; chant"',
    "\uFEFFInès;Moreau;ines@example.org;Bass,Voix,Bass\r\n",
  ])("may be %j", (text) => {
    expect(person(text)).toEqual(INES);
    expect(states(text)).toEqual(["good"]);
  });

  it("may leave out e-mail address and services, and have separators inside quotes", () => {
    expect(person("Paul;Mercier")).toEqual(["Paul", "Mercier", "", []]);
    expect(person("Paul ; Mercier ; ; Pasteur")).toEqual(["Paul", "Mercier", "", ["Pasteur"]]);
    expect(person('Paul;"Mercier; dit ""le Grand"""')).toEqual(["Paul", 'Mercier; dit "le Grand"', "", []]);
    expect(person('Paul "Popol";Mercier')).toEqual(['Paul "Popol"', "Mercier", "", []]);
    expect(person('"Paul;Mercier')).toEqual(['"Paul', "Mercier", "", []]);
  });

  it.each([
    ["Zoé;;zoe@example.org;Voix", ["Zoé", "", "zoe@example.org", ["Voix"]]],
    ["Jean Paul ; ; ; Voix", ["Jean Paul", "", "", ["Voix"]]],
    ["Zoé;", ["Zoé", "", "", []]],
    ["Zoé <zoe@example.org>", ["Zoé", "", "zoe@example.org", []]],
    ["Nom complet;Courriel\nZoé;zoe@example.org", ["Zoé", "", "zoe@example.org", []]],
    ["Prénom;Nom\nZoé;", ["Zoé", "", "", []]],
  ])("may have one name: %j", (text, expected) => {
    expect(person(text)).toEqual(expected);
    expect(states(text)).toEqual(["good"]);
  });

  it.each([
    ["Zoé;Chevalier;zoe@example;Violon", { type: "email_invalid" }],
    ["Zoé Chevalier", { type: "name_missing" }],
    [";Chevalier;zoe@example.org", { type: "name_missing" }],
    [`Zoé;${"x".repeat(201)}`, { type: "name_invalid" }],
    ["Nadia;Benali;;Baterie", { type: "service_unknown", name: "Baterie", nearest: "Batterie" }],
    ["Nadia;Benali;;Bass, Triangle", { type: "service_unknown", name: "Triangle", nearest: null }],
    ["Nadia;Benali;;Guitare", { type: "service_unknown", name: "Guitare", nearest: "Guitare acoustique" }],
    ["Nadia;Benali;;Guitare electrique, Guitare folk", { type: "services_incompatible" }],
  ])("that has a mistake says which: %j", (text, problem) => {
    expect(states(text)).toEqual([problem]);
  });
});

describe("a list of people", () => {
  it("skips empty lines, also those of a spreadsheet, and counts them", () => {
    const lines = read('\n;;;\nPaul;Mercier\n\t\t\n"";""\nInès;Moreau\n');
    expect(lines.map(({ number, firstName }) => [number, firstName])).toEqual([
      [3, "Paul"],
      [6, "Inès"],
    ]);
  });

  it("may begin with the names of its columns, in any order", () => {
    const text = "Nom;Prénom;Instruments;Courriel\nMoreau;Inès;Bass;ines@example.org\nPetit;Lucas;;nowhere";
    expect(
      read(text).map(({ firstName, lastName, email, positions }) => [firstName, lastName, email, positions]),
    ).toEqual([
      ["Inès", "Moreau", "ines@example.org", ["Bass"]],
      ["Lucas", "Petit", "nowhere", []],
    ]);
    const list = listOf(text);
    expect(remainingText(list)).toBe("Nom;Prénom;Instruments;Courriel\nPetit;Lucas;;nowhere");
  });

  it("may have its services before other columns, one cell then", () => {
    expect(person("Services;Prénom;Nom\nBass;Inès;Moreau")).toEqual(["Inès", "Moreau", "", ["Bass"]]);
    expect(person("Prénom;Nom\nInès;Moreau;Bass")).toEqual(["Inès", "Moreau", "", ["Bass"]]);
  });

  it("may stand beside people without an address, and begin with a quote that is never closed", () => {
    const known = [{ id: "anne", firstName: "Anne", lastName: "Roy", positions: [] }];
    expect(listOf('"Inès', known).lines[0]?.firstName).toBe('"Inès');
    expect(listOf('"Inès;Moreau').lines[0]?.lastName).toBe("Moreau");
  });

  it("takes the services that are offered, the team's own too, and the nearest of them for a slip", () => {
    const offered = ["Voix", "Trompette", "Chœur"];
    const readOffered = (text: string) =>
      readPeopleList(readRows(text), { ...RULES, known: [], offered }, () => false).lines.map(
        ({ positions, state }) => [positions, "problem" in state ? state.problem : state.status],
      );
    expect(readOffered("A;B;;trompette, CHOEUR\nC;D;;voix")).toEqual([
      [["Trompette", "Chœur"], "good"],
      [["Voix"], "good"],
    ]);
    expect(readOffered("A;B;;trompete\nC;D;;violon\nE;F;;guitare")).toEqual([
      [[], { type: "service_unknown", name: "trompete", nearest: "Trompette" }],
      [[], { type: "service_unknown", name: "violon", nearest: null }],
      [[], { type: "service_unknown", name: "guitare", nearest: null }],
    ]);
  });

  it("names no service for a name that is longer than all", () => {
    expect(nearestService("x".repeat(41))).toBeNull();
  });

  it("may share an address, whose first line answers for the others, and has none of somebody's who is there", () => {
    const text = "A;B;a@example.org\nC;D;A@example.org\nT;N;thomas@example.org";
    expect(states(text)).toEqual(["good", "good", "known"]);
    expect(read(text).map(({ entrustedTo }) => entrustedTo)).toEqual([null, { number: 1, name: "A B" }, null]);
  });

  it("waits while nobody can answer for it: the first line has a question, or answers for eight already", () => {
    expect(states("Thomas;Nguyen;a@example.org\nC;D;a@example.org")).toEqual([
      "namesake",
      { type: "email_repeated", line: 1 },
    ]);
    const family = Array.from({ length: 10 }, (_, index) => `P;M ${index};a@example.org`).join("\n");
    expect(states(family)).toEqual([...Array<string>(9).fill("good"), { type: "email_repeated", line: 1 }]);
  });

  it("is none of the eight whom an address is shared with, as long as it has a question", () => {
    const family = Array.from({ length: 8 }, (_, index) => `P;M ${index};a@example.org`).join("\n");
    const text = `A;B;a@example.org\nThomas;Nguyen;a@example.org\n${family}`;
    expect(states(text)).toEqual(["good", "namesake", ...Array<string>(8).fill("good")]);
    const answered = read(text, ["Thomas;Nguyen;a@example.org"]).map(({ state }) => state);
    expect(answered.at(1)).toEqual({ status: "good" });
    expect(answered.at(-1)).toEqual({ status: "wrong", problem: { type: "email_repeated", line: 1 } });
  });

  it("asks about a name that is there already, and takes the answer", () => {
    const text = "thomas;NGUYEN;other@example.org\nPaul;Mercier\nPaul;Mercier;paul@example.org";
    expect(states(text)).toEqual(["namesake", "good", "namesake"]);
    const others = read(text, ["Paul;Mercier;paul@example.org"]);
    expect(others.map(({ state }) => state.status)).toEqual(["namesake", "good", "good"]);
  });

  it("adds a limited number at once: the rest waits in it", () => {
    const text = Array.from({ length: PEOPLE_MAX + 2 }, (_, index) => `P;M ${index}`).join("\n");
    const list = listOf(text);
    expect(list.lines.filter(({ state }) => state.status === "good")).toHaveLength(PEOPLE_MAX);
    expect(remainingText(list)).toBe(`P;M ${PEOPLE_MAX}\nP;M ${PEOPLE_MAX + 1}`);
  });

  it("keeps lines with a mistake or a question, and no others", () => {
    const text = "A;B;a@example.org\nC\nThomas;Nguyen;t@example.org\nT;N;thomas@example.org\n\nD;E;;Harpe";
    expect(remainingText(listOf(text))).toBe("C\nThomas;Nguyen;t@example.org\nD;E;;Harpe");
    expect(remainingText(listOf("A;B"))).toBe("");
  });
});

describe("the service of a name", () => {
  it("is each one's own, in any case and without accents", () => {
    for (const service of SERVICES) {
      expect(serviceNamed(` ${service.toUpperCase()} `)).toBe(service);
      expect(serviceNamed(service.normalize("NFD").replaceAll(/\p{M}/gu, ""))).toBe(service);
    }
  });

  it("is found after one slip", () => {
    const slips = fc.record({
      service: fc.constantFrom(...SERVICES.filter(({ length }) => length > 4)),
      at: fc.nat(),
      kind: fc.constantFrom("leave", "double", "swap"),
    });
    fc.assert(
      fc.property(slips, ({ service, at, kind }) => {
        const place = at % (service.length - 1);
        const [before, two, after] = [
          service.slice(0, place),
          service.slice(place, place + 2),
          service.slice(place + 2),
        ];
        const [a = "", b = ""] = two;
        const made = { leave: b, double: a + a + b, swap: b + a }[kind];
        expect(serviceNamed(before + made + after) ?? nearestService(before + made + after)).toBe(service);
      }),
    );
  });
});

/** A cell as a spreadsheet writes it. */
function cell(text: string): string {
  return /["\t;,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const WORD = fc
  .string({ unit: fc.constantFrom("a", "é", "B", "'", "-", " ", '"', ";", ","), minLength: 1, maxLength: 12 })
  .map((text) => text.trim())
  .filter((text) => /[aéB]/.test(text));
const HELD = fc
  .uniqueArray(fc.constantFrom<Service>(...SERVICES), { maxLength: 4 })
  .filter(areServicesCompatible)
  .map((held) => SERVICES.filter((service) => held.includes(service)));
const PEOPLE = fc.uniqueArray(
  fc.record({ firstName: WORD, lastName: WORD, email: fc.constantFrom("", "x@example.org"), positions: HELD }),
  { selector: ({ firstName, lastName }) => `${firstName} ${lastName}`, maxLength: 8 },
);

it("is read as it was written, whatever the separator and the names", () => {
  fc.assert(
    fc.property(PEOPLE, fc.constantFrom(";", "\t"), fc.constantFrom("\n", "\r\n", "\n\n"), (people, separator, end) => {
      const lines = people.map(({ firstName, lastName, email, positions }) =>
        [firstName, lastName, email, positions.join(", ")].map(cell).join(separator),
      );
      const found = read(lines.join(end));
      expect(
        found.map(({ firstName, lastName, email, positions }) => ({ firstName, lastName, email, positions })),
      ).toEqual(people);
    }),
  );
});

it("gives each line that is not empty one state, whatever is in it, and what remains is read again as it was", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "b", "@", ".", ";", ",", "\t", "|", " ", "é"), maxLength: 20 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
      const list = listOf(lines.join("\n"));
      expect(list.lines.length).toBe(lines.filter((text) => !/^[\s;,|"]*$/.test(text)).length);
      for (const { number, text } of list.lines) expect(lines[number - 1]).toBe(text);
      const left = remainingText(list);
      const texts = list.lines.filter(({ state }) => state.status !== "good" && state.status !== "known");
      expect(read(left).map(({ text }) => text)).toEqual(texts.map(({ text }) => text));
    }),
  );
});

it("has every line of the text in one of its own, to the letter, whatever is in quotes and in angle brackets", () => {
  const line = fc.string({ unit: fc.constantFrom(...Array.from('ab@.;,\t|" <>é\\')), maxLength: 20 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
      const rows = readRows(lines.join("\n"));
      const covered = new Set<number>();
      for (const { number, text } of rows) {
        const count = text.split("\n").length;
        expect(lines.slice(number - 1, number - 1 + count).join("\n")).toBe(text);
        for (let each = 0; each < count; each += 1) covered.add(number + each);
      }
      const filled = lines.flatMap((text, index) => (/^[\s;,|"]*$/.test(text) ? [] : [index + 1]));
      expect(filled.filter((number) => !covered.has(number))).toEqual([]);
    }),
  );
});
