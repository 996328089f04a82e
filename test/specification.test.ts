import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkSpecification, rowsOf } from "./specification/check-specification.ts";
import { testTitles } from "./specification/test-titles.ts";

const ROOT = join(import.meta.dirname, "..");

function readFile(path: string): string | null {
  const file = join(ROOT, path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

test("each statement of the specification has its status, and tests that are there", () => {
  const markdown = readFile("docs/specification.md") ?? "";
  expect(rowsOf(markdown).length).toBeGreaterThan(250);
  expect(checkSpecification(markdown, readFile)).toEqual([]);
});

const TEST = "src/domain/x.test.ts › a fact";

/** The faults of a document with these rows and the difference D1. The title `a fact` exists once, `twice` two times. */
function faultsOf(...rows: string[]): string[] {
  const markdown = ["## 1. First", "| # | Statement | Status | Test |", "| --- | --- | --- | --- |", ...rows];
  const document = [...markdown, "## Deliberate differences", "- **D1** The old password is verified."].join("\n");
  return checkSpecification(document, (path) =>
    path === "src/domain/x.test.ts" ? `test("a fact", () => {});\ntest("twice", f);\ntest("twice", f);` : null,
  );
}

test("what is right is no fault", () => {
  expect(faultsOf(`| 1.1 | A | holds | ${TEST}<br>${TEST} |`, `| 1.2 | B | differs (D1) | ${TEST} |`)).toEqual([]);
});

test.each([
  ["a gap", `| 1.2 | A | holds | ${TEST} |`, "1.2: numbers must be consecutive, and each used once"],
  ["another section's number", `| 2.1 | A | holds | ${TEST} |`, "2.1: numbers must be consecutive, and each used once"],
  ["no statement", `| 1.1 |  | holds | ${TEST} |`, "1.1: says nothing"],
  ["no status", `| 1.1 | A |  | ${TEST} |`, "1.1: «  » is no status"],
  ["a vague status", `| 1.1 | A | partly | ${TEST} |`, "1.1: « partly » is no status"],
  ["a difference without its line", `| 1.1 | A | differs | ${TEST} |`, "1.1: « differs » is no status"],
  ["a difference that is not listed", `| 1.1 | A | differs (D2) | ${TEST} |`, "1.1: D2 is not listed"],
  ["no test", `| 1.1 | A | holds |  |`, "1.1: names no test"],
  ["a file that is gone", `| 1.1 | A | holds | e2e/gone.spec.ts › a fact |`, "1.1: e2e/gone.spec.ts is no test file"],
  ["a file without tests", `| 1.1 | A | holds | src/app.ts › a fact |`, "1.1: src/app.ts is no test file"],
  ["a test that is gone", `| 1.1 | A | holds | ${TEST}s |`, "1.1: no test in src/domain/x.test.ts called « a facts »"],
  [
    "a title that two tests have",
    `| 1.1 | A | holds | src/domain/x.test.ts › twice |`,
    "1.1: 2 tests in src/domain/x.test.ts called « twice »",
  ],
])("%s is reported", (_, row, fault) => {
  expect(faultsOf(row)).toEqual([fault]);
});

test("a number used twice is reported", () => {
  const row = `| 1.1 | A | holds | ${TEST} |`;
  expect(faultsOf(row, row)).toEqual(["1.1: numbers must be consecutive, and each used once"]);
});

test("the titles of a file are those of its tests, tables of tests included, without what is skipped", () => {
  const code = `
    describe("a group", () => {
      test("a fact", async () => {});
      it.each([1])("of « %s »", f);
      test.runIf(engine === "postgres")("on one engine", f);
      test.describe.each([1])("no test", f);
      test.skip("skipped", f);
      test.step("a step", f);
      for (const path of PATHS) test(\`\${path} leads on\`, f);
    });`;
  expect(testTitles("x.test.ts", code)).toEqual(["a fact", "of « %s »", "on one engine", "${path} leads on"]);
});
