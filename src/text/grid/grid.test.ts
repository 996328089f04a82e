import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvText } from "./csv.ts";
import { gridCaption, gridCsv, gridFileName, gridSize, missingInWords, printedOn } from "./grid.ts";

/** Reads a CSV as RFC 4180 says, with semicolons. */
function parsed(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(;|\r\n)/gy;
  for (const [, quoted, plain = "", end] of text.slice(1).matchAll(pattern)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

describe("a CSV", () => {
  it("begins with a byte order mark, and has semicolons and CRLF", () => {
    expect(csvText([["a", "b"], ["c"]])).toBe("\uFEFFa;b\r\nc\r\n");
  });

  it.each(["=1+1", "+33 6", "-2", "@SUM(A1)", "\t=1", "\r=1"])("has no formula: %j", (text) => {
    expect(parsed(csvText([[text]]))).toEqual([[`'${text}`]]);
  });

  it("leaves a sign that does not come first", () => {
    expect(csvText([["Culte - soir", "a=b"]])).toBe("\uFEFFCulte - soir;a=b\r\n");
  });

  it("is read back as it was, whatever is in a cell", () => {
    const cells = fc.string({ unit: fc.constantFrom("a", "é", ";", '"', "\r", "\n", "\t", "=", "-", " ", "'") });
    fc.assert(
      fc.property(fc.array(fc.array(cells, { minLength: 1 }), { minLength: 1 }), (rows) => {
        const read = parsed(csvText(rows)).map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r])/, "")));
        expect(read).toEqual(rows.map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r])/, ""))));
      }),
    );
  });
});

describe("the grid as a file", () => {
  const event = {
    id: "1",
    groupId: "1",
    name: "=Culte; fête",
    date: "2026-11-15",
    time: "10:00",
    location: "Temple",
    availability: [],
  };
  const table = {
    columns: [
      { event, missing: ["Batterie", "Bass"] as const, required: ["Batterie", "Bass"] as const },
      { event: { ...event, name: "Répétition", date: "2026-11-01" }, missing: [], required: [] },
    ],
    rows: [
      { personId: "a", name: "Camille Perrin", answers: ["present", null] as const },
      { personId: "b", name: "-Zoé", answers: ["absent", "present"] as const },
    ],
  };

  it("has the members down, the events across and the missing roles last", () => {
    expect(parsed(gridCsv(table))).toEqual([
      ["Membres", "'=Culte; fête, dimanche 15 novembre 2026 à 10:00", "Répétition, dimanche 1er novembre 2026 à 10:00"],
      ["Camille Perrin", "Présent", "Sans réponse"],
      ["'-Zoé", "Absent", "Présent"],
      ["Rôles manquants", "Batterie, Bass", "aucun"],
    ]);
  });

  it("says in brackets what those present play in a kept line-up", () => {
    const lineUp = [
      { role: "Lead", userId: "a" },
      { role: "Bass", userId: "b" },
      { role: "Sono", userId: "a" },
    ] as const;
    const columns = table.columns.map((column) => ({ ...column, event: { ...column.event, lineUp } }));
    expect(parsed(gridCsv({ ...table, columns })).slice(1, 3)).toEqual([
      ["Camille Perrin", "Présent (Lead, Sono)", "Sans réponse"],
      ["'-Zoé", "Absent", "Présent (Bass)"],
    ]);
  });

  it("is named after its month", () => {
    expect(gridFileName({ year: 2026, month: 11 })).toBe("grille-2026-11.csv");
    expect(gridFileName({ year: 2027, month: 2 })).toBe("grille-2027-02.csv");
  });
});

it("the words of the grid agree with its numbers", () => {
  expect(gridCaption({ year: 2026, month: 11 })).toBe("Grille de novembre 2026");
  expect(gridSize(13, 10)).toBe("13 personnes · 10 événements");
  expect(gridSize(1, 1)).toBe("1 personne · 1 événement");
  expect(missingInWords(["Batterie", "Bass"], ["Batterie", "Bass"])).toBe("Batterie, Bass");
  expect(missingInWords([], ["Bass"])).toBe("aucun");
  expect(printedOn("2026-11-12", "09:30")).toBe("Imprimé le 12 novembre 2026 à 09:30 · Diapason");
});
