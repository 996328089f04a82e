import { isTestFile, namedTestFaults, titleReader } from "../specification/named-tests.ts";
import { ATTACKS, REQUIREMENTS } from "./requirements.ts";

interface Row {
  /** The number of the requirement, or the name of the attack. */
  readonly name: string;
  /** The other cells, in order. */
  readonly cells: readonly string[];
}

type ReadFile = (path: string) => string | null;

const STATUSES: ReadonlySet<string> = new Set(["met", "not applicable", "not met"]);
const REQUIREMENT_CELLS = 3;
const ATTACK_CELLS = 2;
const ATTACKS_HEADING = "## Attacks";
/** A reference to a file, to a name or heading in it, or to a test: `src/x.ts`, `src/x.ts › name`, `e2e/x.spec.ts › title`. */
const REFERENCE = /^\.?[\w-]+(?:\/[\w.-]+)*\.[a-z]+(?: › .+)?$/;

/**
 * The faults of docs/security.md: a requirement or an attack without exactly one row, an empty cell, an unknown status,
 * or a reference to something that does not exist.
 * @param readFile returns the text of a file of the repository, or `null` if it does not exist
 */
export function checkSecurity(markdown: string, readFile: ReadFile): string[] {
  const requirements = rowsOf(markdown, /^V\d/);
  const attacks = rowsOf(sectionOf(markdown, ATTACKS_HEADING), /^(?!attack$|---)/);
  const requiredAttacks = attacks.filter(({ name }) => ATTACKS.includes(name));
  const referenceFaults = referenceChecker(readFile);
  return [
    ...listFaults(requirements, REQUIREMENTS),
    ...listFaults(requiredAttacks, ATTACKS),
    ...requirements.flatMap((row) => requirementFaults(row, referenceFaults)),
    ...attacks.flatMap((row) => attackFaults(row, referenceFaults)),
  ];
}

/** The lines from the heading that begins like this to the next one of its level. */
function sectionOf(markdown: string, heading: string): string {
  const [, section = ""] = markdown.split(`\n${heading}`);
  return section.split("\n## ")[0] ?? "";
}

/** The table rows whose first cell matches `name`. */
function rowsOf(markdown: string, name: RegExp): Row[] {
  const lines = markdown.split("\n").filter((line) => line.startsWith("| "));
  const rows = lines.map((line) => {
    const [first = "", ...cells] = line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    return { name: first, cells };
  });
  return rows.filter((row) => name.test(row.name));
}

/** Checks that the rows are exactly the expected ones, in order. */
function listFaults(rows: readonly Row[], expected: readonly string[]): string[] {
  const names = rows.map((row) => row.name);
  const missing = expected.filter((name) => !names.includes(name)).map((name) => `${name}: has no row`);
  const inOrder = expected.filter((name) => names.includes(name));
  const misplaced = names.filter((name, index) => name !== inOrder[index]);
  return [...missing, ...misplaced.slice(0, 1).map((name) => `${name}: not expected here`)];
}

function cellFaults({ name, cells }: Row, count: number): string[] {
  if (cells.length !== count) return [`${name}: has ${cells.length + 1} cells`];
  return cells.some((cell) => cell === "") ? [`${name}: has an empty cell`] : [];
}

function requirementFaults(row: Row, referenceFaults: (cell: string) => string[]): string[] {
  const faults = cellFaults(row, REQUIREMENT_CELLS);
  if (faults.length > 0) return faults;
  const [, status = "", shown = ""] = row.cells;
  if (!STATUSES.has(status)) faults.push(`« ${status} » is no status`);
  if (status === "met" && !hasReference(shown)) faults.push("is met by nothing that can be looked at");
  if (status !== "met" && isReferenceAlone(shown)) faults.push("says no reason");
  return [...faults, ...referenceFaults(shown)].map((fault) => `${row.name}: ${fault}`);
}

function attackFaults(row: Row, referenceFaults: (cell: string) => string[]): string[] {
  const faults = cellFaults(row, ATTACK_CELLS);
  if (faults.length > 0) return faults;
  const [named = ""] = row.cells;
  const isTest = isTestFile(named.split(" › ")[0] ?? "");
  return [...(isTest ? [] : ["names no test"]), ...referenceFaults(named)].map((fault) => `${row.name}: ${fault}`);
}

function partsOf(cell: string): string[] {
  return cell.split("<br>").map((part) => part.trim());
}

function hasReference(cell: string): boolean {
  return partsOf(cell).some((part) => REFERENCE.test(part));
}

function isReferenceAlone(cell: string): boolean {
  return partsOf(cell).every((part) => REFERENCE.test(part));
}

/** Creates a function that checks the references in a cell. Other text in the cell is ignored. */
function referenceChecker(readFile: ReadFile): (cell: string) => string[] {
  const titlesOf = titleReader(readFile);
  function faultsOf(reference: string): string[] {
    const [path = "", ...words] = reference.split(" › ");
    const name = words.join(" › ");
    const text = readFile(path);
    if (text === null) return [`there is no ${path}`];
    if (name === "") return [];
    if (isTestFile(path)) return namedTestFaults(reference, titlesOf);
    return isNamedIn(text, path, name) ? [] : [`nothing in ${path} is called « ${name} »`];
  }
  return (cell) => partsOf(cell).flatMap((part) => (REFERENCE.test(part) ? faultsOf(part) : []));
}

/** Whether `name` is a heading of the document, or a top-level declaration of the source. */
function isNamedIn(text: string, path: string, name: string): boolean {
  if (path.endsWith(".md")) return text.split("\n").some((line) => line.replace(/^#+ /, "") === name && line !== name);
  const declared = text.matchAll(/^(?:export )?(?:async )?(?:const|function|class|interface|type) (\w+)/gm);
  return [...declared].some(([, own]) => own === name);
}
