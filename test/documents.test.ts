import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { SETTING_NAMES } from "../src/server/env.ts";
import { logMessagesIn } from "./documents/log-messages.ts";
import { anchorsIn, codeRowsIn, commandsIn, linksIn } from "./documents/read-documents.ts";
import { isTestFile, namedTestFaults, titleReader } from "./specification/named-tests.ts";

const ROOT = join(import.meta.dirname, "..");
/** What people read who run Diapason or work on it. */
const GUIDES = ["README.md", "CONTRIBUTING.md", ...globSync("docs/*.md", { cwd: ROOT })];
const DOCUMENTS = [...GUIDES, "CHANGELOG.md", "SECURITY.md", ...globSync("docs/decisions/*.md", { cwd: ROOT })];
/** The table of the documents' commands, each with the test or the script that runs it. */
const PROMISES = "docs/promises.md";
/** Why no test runs a command: it takes too long, or writes files that belong to the project. */
const BY_HAND = /^by hand: .+/;
/** What only changes the folder of the commands after it. */
const NO_COMMAND = "cd";

function readFile(path: string): string | null {
  const file = join(ROOT, path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

function textOf(path: string): string {
  return readFile(path) ?? "";
}

const rows = codeRowsIn(textOf(PROMISES));

function isRun(command: string): boolean {
  return rows.some(({ code }) => command === code || command.startsWith(`${code} `));
}

test("every command in a block of the documents is in the table of commands", () => {
  const commands = GUIDES.flatMap((path) => commandsIn(textOf(path)).map((command) => [path, command] as const));
  const unknown = commands.filter(([, command]) => !command.startsWith(`${NO_COMMAND} `) && !isRun(command));
  expect(unknown).toEqual([]);
  expect(commands.length).toBeGreaterThan(rows.length);
});

test("every row of the table names a test, a script, or the reason why it is run by hand", () => {
  const titlesOf = titleReader(readFile);
  const faults = rows.flatMap(({ code, cells }) => {
    const [shown = ""] = cells;
    const parts = shown.split("<br>").map((part) => part.trim());
    return parts.flatMap((part) => {
      if (BY_HAND.test(part)) return [];
      const [path = ""] = part.split(" › ");
      if (isTestFile(path)) return namedTestFaults(part, titlesOf).map((fault) => `${code}: ${fault}`);
      return part !== "" && existsSync(join(ROOT, part)) ? [] : [`${code}: there is no ${part}`];
    });
  });
  expect(faults).toEqual([]);
});

test("every row of the table is in a document", () => {
  const documents = GUIDES.filter((path) => path !== PROMISES).map(textOf);
  const unread = rows.filter(({ code }) => !documents.some((text) => text.includes(code)));
  expect(unread.map(({ code }) => code)).toEqual([]);
});

test("every link leads to a file that is there, and to a heading in it", () => {
  const faults = DOCUMENTS.flatMap((path) =>
    linksIn(textOf(path)).flatMap((target) => {
      if (/^[a-z]+:/.test(target)) return URL.canParse(target) ? [] : [`${path}: ${target}`];
      const [file = "", anchor] = target.split("#");
      const place = file === "" ? path : normalize(join(dirname(path), decodeURI(file)));
      const isThere = existsSync(join(ROOT, place));
      const isInIt = anchor === undefined || anchorsIn(textOf(place)).includes(anchor);
      return isThere && isInIt ? [] : [`${path}: ${target}`];
    }),
  );
  expect(faults).toEqual([]);
});

test("deployment.md explains every setting", () => {
  const explained = new Set(codeRowsIn(textOf("docs/deployment.md")).map(({ code }) => code));
  expect(SETTING_NAMES.filter((name) => !explained.has(name))).toEqual([]);
});

test("operations.md explains every line of the log", () => {
  const sources = globSync("src/server/**/*.ts", { cwd: ROOT }).filter((path) => !path.endsWith(".test.ts"));
  const messages = new Set(sources.flatMap((path) => logMessagesIn(path, textOf(path))));
  const explained = new Set(codeRowsIn(textOf("docs/operations.md")).map(({ code }) => code));
  expect(messages.size).toBeGreaterThan(10);
  expect([...messages].filter((message) => !explained.has(message))).toEqual([]);
});

test("every script of package.json is named in a document", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const text = GUIDES.map(textOf).join("\n");
  const isNamed = (name: string) => new RegExp(`\\bnpm (?:run )?${name}(?![\\w-])`).test(text);
  expect(Object.keys(scripts).filter((name) => !isNamed(name))).toEqual([]);
});

test("commands, links, anchors and rows are read as they are written", () => {
  const fence = "```";
  const text = `# À lire, d'abord\n\n${fence}sh\nA=1 sudo npm run x -- y  # why\ncurl a \\\n  b | sh\n# no\n${fence}\n\n[a](b.md#c) \`[no](d)\`\n\n| \`npm x\`, \`y\` | t |`;
  expect(commandsIn(text)).toEqual(["npm run x -- y", "curl a b", "sh"]);
  expect(linksIn(text)).toEqual(["b.md#c"]);
  expect(anchorsIn(text)).toEqual(["à-lire-dabord"]);
  expect(codeRowsIn(text)).toEqual(["npm x", "y"].map((code) => ({ code, cells: ["t"] })));
  expect(logMessagesIn("a.ts", 'logger.info({}, `a ${b} c`); x.logger.warn("d" + "e");')).toEqual(["a … c", "de"]);
  expect(() => logMessagesIn("a.ts", "logger.info(x)")).toThrow("no document can name");
});

test("the index of decisions names each of them by its title, and says which are superseded", () => {
  const index = textOf("docs/decisions/README.md");
  const expected = globSync("docs/decisions/0*.md", { cwd: ROOT })
    .toSorted()
    .map((path) => {
      const text = textOf(path);
      const [, title] = /^# \d+\. (.+)/.exec(text) ?? [];
      const [, by] = /^Superseded by \[(\d{4})\]/m.exec(text) ?? [];
      const file = basename(path);
      return `- [${file.slice(0, 4)}](${file}) ${title}${by === undefined ? "" : ` (superseded by ${by})`}`;
    });
  expect(index.split("\n").filter((line) => line.startsWith("- "))).toEqual(expected);
});
