import { namedTestFaults, titleReader } from "./named-tests.ts";

type Row = { number: string; statement: string; status: string; tests: string[] };

const SECTION = /^## (\d+)\. /;
const DIFFERENCE = /^- \*\*(D\d+)\*\* \S/gm;
const STATUS = /^(?:holds|differs \((D\d+)\))$/;

/**
 * The faults of docs/specification.md: rows with a wrong number, an empty cell, an unknown status or difference, or a
 * test that does not exist.
 * @param readFile returns the text of a file of the repository, or `null` if it does not exist
 */
export function checkSpecification(markdown: string, readFile: (path: string) => string | null): string[] {
  const differences = new Set([...markdown.matchAll(DIFFERENCE)].map(([, name]) => name));
  const rows = rowsOf(markdown);
  const titlesOf = titleReader(readFile);
  return [
    ...numberFaults(markdown, rows),
    ...rows.flatMap((row) => [...statusFaults(row, differences), ...testFaults(row, titlesOf)]),
  ];
}

export function rowsOf(markdown: string): Row[] {
  const lines = markdown.split("\n").filter((line) => /^\| [^#-]/.test(line) || line.startsWith("|  "));
  return lines.map((line) => {
    const [number = "", statement = "", status = "", tests = ""] = line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim());
    return { number, statement, status, tests: tests === "" ? [] : tests.split("<br>") };
  });
}

/** Sections are numbered from 1, and so are the rows of each section. */
function numberFaults(markdown: string, rows: readonly Row[]): string[] {
  const sections = markdown.split("\n").flatMap((line) => SECTION.exec(line)?.[1] ?? []);
  const expected = sections.flatMap((_, index) => {
    const own = rows.filter(({ number }) => number.startsWith(`${index + 1}.`));
    return own.map((_row, position) => `${index + 1}.${position + 1}`);
  });
  const misnumbered = rows.filter(({ number }, index) => number !== expected[index]);
  return misnumbered.slice(0, 1).map(({ number }) => `${number}: numbers must be consecutive, and each used once`);
}

function statusFaults({ number, statement, status }: Row, differences: ReadonlySet<string | undefined>): string[] {
  const faults = statement === "" ? [`${number}: says nothing`] : [];
  const match = STATUS.exec(status);
  if (match === null) return [...faults, `${number}: « ${status} » is no status`];
  const [, difference] = match;
  if (difference !== undefined && !differences.has(difference)) faults.push(`${number}: ${difference} is not listed`);
  return faults;
}

function testFaults({ number, tests }: Row, titlesOf: ReturnType<typeof titleReader>): string[] {
  if (tests.length === 0) return [`${number}: names no test`];
  return tests.flatMap((named) => namedTestFaults(named, titlesOf).map((fault) => `${number}: ${fault}`));
}
