import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAGES_WITH_SCRIPTS } from "../scripts/page-scripts.mjs";
import { PAGES } from "../src/client/pages.ts";
import { LINKED_PAGES } from "../src/contract/paths.ts";
import { checkHouse, type Violation } from "./house/check-house.ts";
import { filesPerFolder, functionsOf, median } from "./house/measure-house.ts";
import { sentencesOf, unusedSentences } from "./house/read-sentences.ts";
import { FULLEST_FOLDER, GROWING_FOLDERS, LONGEST_CLASS_LINE, LONGEST_FUNCTION, MEDIAN_FOLDER } from "./house/rules.ts";

const SRC = join(import.meta.dirname, "../src");

function ownTree(): Map<string, string> {
  const entries = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  return new Map(entries.toSorted().map((path) => [path, readFileSync(join(SRC, path), "utf8")]));
}

/** The violations in a tree of only these files. */
function violationsWith(planted: Record<string, string>): string[] {
  return checkHouse(new Map(Object.entries(planted))).map(sentence);
}

function sentence({ file, line, rule }: Violation): string {
  return `${file}:${line} ${rule}`;
}

test("the house holds its own rules", () => {
  const tree = ownTree();
  expect(tree.size).toBeGreaterThan(20);
  expect(checkHouse(tree).map(sentence)).toEqual([]);
});

test("the address of a page stands in client/pages.ts alone", () => {
  const segments = Object.values(PAGES).flatMap((address) => address.split("/")[1] || []);
  const address = new RegExp(`["'\`]/(${[...new Set(segments)].join("|")})\\b`);
  const files = [...ownTree()].filter(([path]) => path.startsWith("client/") && !/\.test\.|\/test-/.test(path));
  expect(segments.length).toBeGreaterThan(8);
  expect(files.filter(([, code]) => address.test(code)).map(([path]) => path)).toEqual(["client/pages.ts"]);
});

test("a colour scheme changes colours only, so that a page has the same outline in both", () => {
  const styles = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".css"));
  const asks = /prefers-color-scheme|\[data-theme[^{]*\{(?!\s*color-scheme:[^;}]*;?\s*\})/;
  expect(styles.length).toBeGreaterThan(5);
  expect(styles.filter((path) => asks.test(readFileSync(join(SRC, path), "utf8")))).toEqual([]);
});

test("each page but the two first ones is listed with its scripts for the server", () => {
  const { home, login, event, ...others } = PAGES;
  expect(PAGES_WITH_SCRIPTS.toSorted()).toEqual([event.replace(":eventId", ""), ...Object.values(others)].toSorted());
  expect(PAGES_WITH_SCRIPTS).not.toContain(home);
  expect(PAGES_WITH_SCRIPTS).not.toContain(login);
});

test("each page has a route, and something in the page or in a mail that leads to it", () => {
  const client = [...ownTree()].filter(([path]) => /^client\/(?!.*\.test\.)/.test(path)).map(([, code]) => code);
  const routes = new Set(client.flatMap((code) => code.match(/(?<=(?:path=\{|screen\(\s*)PAGES\.)\w+/g) ?? []));
  const ways = new Set(
    client.flatMap((code) => code.match(/(?<!(?:path=\{|screen\(\s*)PAGES\.)(?<=\bPAGES\.)\w+/g) ?? []),
  );
  const isLinked = (address: string) => Object.values(LINKED_PAGES).some((linked) => address.startsWith(linked));
  const missing = Object.entries(PAGES).flatMap(([name, address]) => [
    ...(routes.has(name) ? [] : [`${name} has no route`]),
    ...(ways.has(name) || isLinked(address) ? [] : [`nothing leads to ${name}`]),
  ]);
  expect(missing).toEqual([]);
});

test("each noun of the contract describes its own calls, and operations.ts only lists them", () => {
  const contract = [...ownTree()].filter(([path]) => path.startsWith("contract/"));
  const describing = contract.filter(([, code]) => /\bpath: API\./.test(code)).map(([path]) => path);
  expect(describing.length).toBeGreaterThan(15);
  expect(describing).not.toContain("contract/operations.ts");
});

test("each sentence in an object of src/text is used", () => {
  const tree = [...ownTree()].filter(([path]) => !/\.test\./.test(path));
  const declared = tree.flatMap(([path, code]) => (path.startsWith("text/") ? sentencesOf(path, code) : []));
  expect(declared.length).toBeGreaterThan(500);
  expect(
    unusedSentences(
      declared,
      tree.map(([, code]) => code),
    ),
  ).toEqual([]);
});

test("a sentence that nothing uses is reported, unless all of its object may be used", () => {
  const text = `export const pageText = { title: "Absences", hint: "Du premier au dernier jour" } as const;`;
  const declared = sentencesOf("text/page.ts", text);
  expect(unusedSentences(declared, [text, "show(pageText.title);"])).toEqual(["pageText.hint"]);
  expect(unusedSentences(declared, [text, "show(pageText[name]);"])).toEqual([]);
  expect(unusedSentences(declared, [text, "const all = { ...pageText };"])).toEqual([]);
});

const SERVICES = { "domain/services.ts": "export type Service = string;" };

test.each([
  ["a static import", `\nimport { app } from "#server/app.ts";`],
  ["an import for types", `\nimport type { App } from "#server/app.ts";`],
  ["a relative import", `\nimport { app } from "../server/app.ts";`],
  ["a re-export", `\nexport { app } from "#server/app.ts";`],
  ["a re-export of everything", `\nexport * from "#server/app.ts";`],
  ["a dynamic import", `\nconst app = import("#server/app.ts");`],
  ["a type in place", `\ntype App = typeof import("#server/app.ts");`],
  ["an import for its effect", `\nimport "#server/app.ts";`],
])("%s that goes up is reported with file, line and rule", (_, code) => {
  expect(violationsWith({ "domain/planning.ts": code, "server/app.ts": "export const app = 1;" })).toEqual([
    "domain/planning.ts:2 domain may not import server/*.ts (server/app.ts)",
  ]);
});

test.each([
  ["client/features/groups/row.tsx", "client/features/dashboard/day.tsx"],
  ["client/planning/local-source.ts", "client/ui/button.tsx"],
  ["client/ui/button.tsx", "domain/services.ts"],
  ["client/music/badge.tsx", "client/planning/source.ts"],
  ["client/app/router.tsx", "server/app.ts"],
  ["server/planning/routes.ts", "client/http/call-api.ts"],
  ["server/planning/routes.ts", "server/users/routes.ts"],
  ["server/database/sqlite.ts", "server/planning/routes.ts"],
  ["text/dates.ts", "client/http/call-api.ts"],
])("%s may not import %s", (file, target) => {
  const [violation, ...others] = violationsWith({ [file]: `import "#${target}";`, [target]: "" });
  expect(violation).toContain(`${file}:1 `);
  expect(violation).toContain(`may not import`);
  expect(others).toEqual([]);
});

test.each([
  ["client/features/groups/row.tsx", "client/features/groups/list.tsx"],
  ["client/features/groups/row.tsx", "domain/services.ts"],
  ["client/app/router.tsx", "client/features/groups/screen.tsx"],
  ["server/users/routes.ts", "server/planning/read-events.ts"],
  ["server/main.ts", "server/planning/routes.ts"],
  ["domain/planning.test.ts", "server/app.ts"],
])("%s may import %s", (file, target) => {
  expect(violationsWith({ [file]: `import "#${target}";`, [target]: "" })).toEqual([]);
});

test.each([
  ["client/features/groups/list.tsx", "kysely"],
  ["server/planning/routes.ts", "kysely"],
  ["server/planning/live/audience-queries.ts", "kysely"],
  ["server/users/routes.ts", "better-sqlite3"],
  ["domain/services.ts", "zod/mini"],
  ["domain/services.ts", "node:crypto"],
  ["client/planning/source.ts", "lucide-react"],
  ["text/dates.ts", "react"],
])("%s is not the home of %s", (file, library) => {
  expect(violationsWith({ [file]: `import "${library}";` })).toEqual([
    expect.stringMatching(`^${file}:1 ${library} may only be imported in `),
  ]);
});

test.each(["server/users/read-users.ts", "server/planning/trash/read-trash.ts"])(
  "%s may hold SQL that reads, and none that writes",
  (file) => {
    expect(
      violationsWith({ [file]: `import { sql } from "kysely";\nconst rows = kysely.selectFrom("users");` }),
    ).toEqual([]);
    expect(violationsWith({ [file]: `\nconst done = kysely.deleteFrom("users");` })).toEqual([
      `${file}:2 deleteFrom writes, and this file is named as one that reads`,
    ]);
  },
);

test("SQL that reads and writes may stand in a file that is named as one that writes", () => {
  const code = `const rows = kysely.selectFrom("users");\nconst done = kysely.updateTable("users");`;
  expect(violationsWith({ "server/users/write-profile.ts": code })).toEqual([]);
});

test.each(["server/users/user-routes.ts", "server/planning/live/audience-queries.ts"])(
  "%s may hold no SQL, not even without importing its library",
  (file) => {
    expect(violationsWith({ [file]: `const rows = kysely.selectFrom("users");` })).toEqual([
      expect.stringMatching(`^${file}:1 SQL \\(selectFrom\\) may only stand in `),
    ]);
  },
);

test("a library that nobody gave a home is reported", () => {
  expect(violationsWith({ "client/app/router.tsx": `import "left-pad";` })).toEqual([
    "client/app/router.tsx:1 left-pad has no home: give it one in test/house/rules.ts",
  ]);
});

test("a ring of imports is reported with its way", () => {
  const ring = {
    "domain/a.ts": `import "./b.ts";`,
    "domain/b.ts": `import type { C } from "#domain/c.ts";`,
    "domain/c.ts": `export * from "./a.ts";`,
  };
  expect(violationsWith(ring)).toEqual(["domain/a.ts:1 cycle: domain/a.ts → domain/b.ts → domain/c.ts → domain/a.ts"]);
});

test("two folders of the server that import each other are reported once, with an import of each direction", () => {
  const rooms = {
    "server/auth/tokens/read.ts": `import "../links/write.ts";`,
    "server/auth/links/deep/mail.ts": `import type { Code } from "../../tokens/code.ts";`,
    "server/auth/links/write.ts": "",
    "server/auth/tokens/code.ts": "",
  };
  expect(violationsWith(rooms)).toEqual([
    "server/auth/links/deep/mail.ts:1 server/auth/links and server/auth/tokens import each other: " +
      "server/auth/links/deep/mail.ts → server/auth/tokens/code.ts, " +
      "server/auth/tokens/read.ts → server/auth/links/write.ts",
  ]);
});

test("a folder and one inside it may import each other", () => {
  const rooms = {
    "server/auth/links/write.ts": `import "./deep/mail.ts";`,
    "server/auth/links/deep/mail.ts": `import "../code.ts";`,
    "server/auth/links/code.ts": "",
  };
  expect(violationsWith(rooms)).toEqual([]);
});

test.each([
  ["let reading: Promise<void> | null = null;", "reading"],
  ["const known = new Map<string, number>();\nexport const note = (id: string) => known.set(id, 1);", "known"],
  ["export const names: string[] = [];\nexport const add = (name: string) => names.push(name);", "names"],
  ["const counts: Record<string, number> = {};\nexport const see = (id: string) => { counts[id] = 1; };", "counts"],
  ["export const queue = createFairQueue(4);", "queue"],
  ["const timer = setInterval(look, 1000);", "timer"],
])("state of a module of the server is reported, as it would be that of all plannings: %s", (code, name) => {
  expect(violationsWith({ "server/jobs/looking.ts": code })).toEqual([
    `server/jobs/looking.ts:1 ${name} is state of the process, which many plannings share`,
  ]);
});

test("a table of a module that nothing writes, and state inside a function, are no fault", () => {
  const code = `const METHODS = new Set(["GET"]);\nexport function count() {\n  const seen = new Map();\n  seen.set(1, 1);\n}`;
  expect(violationsWith({ "server/jobs/looking.ts": code })).toEqual([]);
});

test("a missing file, a computed import and a test imported by the product are reported", () => {
  const code = `import "#domain/gone.ts";\nconst x = import(\`./\${name}.ts\`);\nimport "./services.test.ts";`;
  expect(violationsWith({ ...SERVICES, "domain/planning.ts": code, "domain/services.test.ts": "" })).toEqual([
    "domain/planning.ts:2 an import must name its file: `./${name}.ts`",
    "domain/planning.ts:1 #domain/gone.ts does not exist",
    "domain/planning.ts:3 domain/services.test.ts is for tests only",
  ]);
});

test.each([
  "client/utils/dates.ts",
  "domain/helpers.ts",
  "server/common/x.ts",
  "client/ui/lib/x.ts",
  "domain/misc.ts",
  "domain/date-utils.ts",
  "domain/shared/services.ts",
])("%s has a drawer in its path", (file) => {
  expect(violationsWith({ [file]: "" })).toContainEqual(expect.stringContaining("is a drawer, not a name"));
});

test("a folder that the table does not know is reported", () => {
  expect(violationsWith({ "client/widgets/clock.tsx": "" })).toEqual([
    "client/widgets/clock.tsx:1 stands in no room of the import table",
  ]);
});

test.each([
  ["client/ui/button.tsx", `const x = "Événement";`],
  ["server/app.ts", `const x = "Le nom du groupe ne peut pas être vide";`],
  ["client/ui/button.tsx", "const x = `${n} événements`;"],
  ["client/ui/button.tsx", `const x = <p>Retour</p>;`],
  ["client/ui/button.tsx", `const x = <button aria-label="Fermer" />;`],
])("French outside text is reported: %s %s", (file, code) => {
  expect(violationsWith({ [file]: code })).toEqual([expect.stringContaining("French belongs in text")]);
});

test("a line with more classes than anybody reads is reported, and the drawing of an icon is not", () => {
  const classes = `const x = <p className="flex ${"items-center ".repeat(LONGEST_CLASS_LINE / 13)}" />;`;
  const drawing = `const x = "M8 .8a7.2 7.2 0 1 1 0-14.4${"h8v-8".repeat(40)}";`;
  expect(violationsWith({ "client/ui/button.tsx": `\n${classes}`, "client/ui/sign.tsx": drawing })).toEqual([
    "client/ui/button.tsx:2 so many classes deserve a name in client/styles",
  ]);
});

test("the product's name, code words and French in text are no fault", () => {
  const code = `const x = <p aria-label={label} className="card" title="Diapason">Diapason {count} · </p>;`;
  expect(violationsWith({ "client/ui/button.tsx": code, "text/dates.ts": `const x = "Événement";` })).toEqual([]);
});

test("no folder is crowded", () => {
  const files = [...ownTree().keys()];
  const fuller = (most: number, withTests: boolean) =>
    filesPerFolder(files, { withTests }).filter(
      ({ folder, files: count }) => count > most && !GROWING_FOLDERS.includes(folder),
    );
  expect(fuller(FULLEST_FOLDER.withoutTests, false)).toEqual([]);
  expect(fuller(FULLEST_FOLDER.withTests, true)).toEqual([]);
  for (const part of ["client", "server", "text", "domain", "contract"]) {
    const own = filesPerFolder(
      files.filter((file) => file.startsWith(`${part}/`)),
      { withTests: false },
    );
    expect(median(own.map((folder) => folder.files)), part).toBeLessThanOrEqual(MEDIAN_FOLDER);
  }
});

test("src holds no test support: it stands in test/support", () => {
  expect([...ownTree().keys()].filter((file) => /(^|\/)test-[^/]+$/.test(file))).toEqual([]);
});

test("no function of the product is longer than the limit", () => {
  const functions = functionsOf(ownTree());
  expect(functions.length).toBeGreaterThan(1_000);
  expect(functions.filter(({ lines }) => lines > LONGEST_FUNCTION)).toEqual([]);
});

test("a function that is too long is reported with its file, first line and number of lines", () => {
  const body = "  step();\n".repeat(LONGEST_FUNCTION);
  const tree = new Map([
    ["domain/long.ts", `const one = 1;\nfunction long() {\n${body}}\nconst short = () => one;`],
    ["domain/long.test.ts", `function test() {\n${body}}`],
  ]);
  expect(functionsOf(tree)).toEqual([
    { place: "domain/long.ts:2", lines: LONGEST_FUNCTION + 2 },
    { place: `domain/long.ts:${LONGEST_FUNCTION + 4}`, lines: 1 },
  ]);
});

test("files are counted by their own folder, with or without tests, and the middle one of the counts is found", () => {
  const files = ["domain/a.ts", "domain/a.test.ts", "domain/b.ts", "domain/line-up/c.ts", "text/d.suite.ts"];
  expect(filesPerFolder(files, { withTests: false })).toEqual([
    { folder: "domain", files: 2 },
    { folder: "domain/line-up", files: 1 },
  ]);
  const withTests = filesPerFolder(files, { withTests: true });
  expect(withTests.map(({ files: count }) => count)).toEqual([3, 1, 1]);
  expect(median([3, 1, 1])).toBe(1);
});
