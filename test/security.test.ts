import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkSecurity } from "./security/check-security.ts";
import { ATTACKS, REQUIREMENTS } from "./security/requirements.ts";

const ROOT = join(import.meta.dirname, "..");
const LEVELS_ANSWERED = 151;

function readFile(path: string): string | null {
  const file = join(ROOT, path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

test("each requirement and each attack has its row, and what shows it is there", () => {
  expect(checkSecurity(readFile("docs/security.md") ?? "", readFile)).toEqual([]);
  expect(new Set(REQUIREMENTS).size).toBe(LEVELS_ANSWERED);
});

const FACT = "src/server/x.test.ts › a fact";
const FILES: Readonly<Record<string, string>> = {
  "src/server/x.test.ts": `test("a fact", f);\ntest("twice", f);\ntest("twice", f);`,
  "src/server/x.ts": "const inner = 1;\nexport async function createX() {\n  const deep = 2;\n}\n",
  "docs/x.md": "# All\n\n## Ways in\n\nWays out\n",
};

/** The faults of a document with correct rows, except that `row` replaces the first one. */
function faultsOf(row: string): string[] {
  const right = REQUIREMENTS.map((name) => `| ${name} | asks | met | ${FACT} |`);
  const attacks = ATTACKS.map((name) => `| ${name} | ${FACT} | the check was left out |`);
  const markdown = [row, ...right.slice(1), "## Attacks", ...attacks].filter((line) => line !== "").join("\n");
  return checkSecurity(markdown, (path) => FILES[path] ?? null);
}

test.each([
  `| V1.2.1 | a | met | ${FACT}<br>in words<br>src/server/x.ts › createX<br>docs/x.md › Ways in<br>docs/x.md |`,
  "| V1.2.1 | a | met | src/server/x.ts › inner |",
  "| V1.2.1 | a | not applicable | There is none. |",
  `| V1.2.1 | a | not met | The specification wants it so.<br>${FACT} |`,
])("what is right is no fault: %s", (row) => {
  expect(faultsOf(row)).toEqual([]);
});

test.each([
  ["no row", "", "V1.2.1: has no row"],
  ["a number that nobody asked for", `| V1.2.9 | a | met | ${FACT} |`, "V1.2.1: has no row"],
  ["no word on what is asked", `| V1.2.1 |  | met | ${FACT} |`, "V1.2.1: has an empty cell"],
  ["no status", `| V1.2.1 | a |  | ${FACT} |`, "V1.2.1: has an empty cell"],
  ["a vague status", `| V1.2.1 | a | partly | ${FACT} because |`, "V1.2.1: « partly » is no status"],
  ["no proof", "| V1.2.1 | a | met |  |", "V1.2.1: has an empty cell"],
  ["a cell too few", `| V1.2.1 | a | ${FACT} |`, "V1.2.1: has 3 cells"],
  ["words for a proof", "| V1.2.1 | a | met | trust us |", "V1.2.1: is met by nothing that can be looked at"],
  ["no reason", `| V1.2.1 | a | not met | ${FACT} |`, "V1.2.1: says no reason"],
  ["a file that is gone", "| V1.2.1 | a | met | src/server/gone.ts › x |", "V1.2.1: there is no src/server/gone.ts"],
  ["a document that is gone", "| V1.2.1 | a | met | docs/gone.md |", "V1.2.1: there is no docs/gone.md"],
  [
    "a name that is gone",
    "| V1.2.1 | a | met | src/server/x.ts › deep |",
    "V1.2.1: nothing in src/server/x.ts is called « deep »",
  ],
  [
    "a heading that is gone",
    "| V1.2.1 | a | met | docs/x.md › Ways out |",
    "V1.2.1: nothing in docs/x.md is called « Ways out »",
  ],
  [
    "a test that is gone",
    `| V1.2.1 | a | met | ${FACT}s |`,
    "V1.2.1: no test in src/server/x.test.ts called « a facts »",
  ],
  [
    "a title that two tests have",
    "| V1.2.1 | a | met | src/server/x.test.ts › twice |",
    "V1.2.1: 2 tests in src/server/x.test.ts called « twice »",
  ],
])("%s is reported", (_, row, fault) => {
  expect(faultsOf(row)).toContain(fault);
});

test("a row twice, an attack without a row, without a test or without its break are reported", () => {
  const rows = REQUIREMENTS.map((name) => `| ${name} | asks | met | ${FACT} |`);
  const attacks = ATTACKS.slice(3).map((name) => `| ${name} | ${FACT} | the check was left out |`);
  const wrong = [`| ${ATTACKS[1]} | src/server/x.ts › createX | left out |`, `| ${ATTACKS[2]} | ${FACT} |  |`];
  const further = `| One more attack | ${FACT}s | left out |`;
  const markdown = [...rows.slice(0, 1), ...rows, "## Attacks", ...wrong, ...attacks, further].join("\n");
  expect(checkSecurity(markdown, (path) => FILES[path] ?? null)).toEqual([
    "V1.2.1: not expected here",
    "Session fixation: has no row",
    "Cross-site request forgery: names no test",
    "Clickjacking: has an empty cell",
    "One more attack: no test in src/server/x.test.ts called « a facts »",
  ]);
});
