import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkHouse, type Violation } from "./house/check-house.ts";

const SRC = join(import.meta.dirname, "../src");

function ownTree(): Map<string, string> {
  const entries = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  return new Map(entries.toSorted().map((path) => [path, readFileSync(join(SRC, path), "utf8")]));
}

/** The house with one file more, or another in its place; only what that brings is reported. */
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
  ["client/domain-ui/badge.tsx", "client/planning/source.ts"],
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
  ["server/users/routes.ts", "server/planning/queries.ts"],
  ["server/main.ts", "server/planning/routes.ts"],
  ["domain/planning.test.ts", "server/app.ts"],
])("%s may import %s", (file, target) => {
  expect(violationsWith({ [file]: `import "#${target}";`, [target]: "" })).toEqual([]);
});

test.each([
  ["client/features/groups/list.tsx", "kysely"],
  ["server/planning/routes.ts", "kysely"],
  ["server/users/routes.ts", "better-sqlite3"],
  ["server/app.ts", "better-auth/api"],
  ["domain/services.ts", "zod/mini"],
  ["domain/services.ts", "node:crypto"],
  ["client/planning/source.ts", "lucide-react"],
  ["text/dates.ts", "react"],
])("%s is not the home of %s", (file, library) => {
  expect(violationsWith({ [file]: `import "${library}";` })).toEqual([
    expect.stringMatching(`^${file}:1 ${library} may only be imported in `),
  ]);
});

test("SQL may be written in the queries files of any server room", () => {
  expect(violationsWith({ "server/planning/event-queries.ts": `import { sql } from "kysely";` })).toEqual([]);
});

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

test("the product's name, code words and French in text are no fault", () => {
  const code = `const x = <p aria-label={label} className="card" title="Diapason">Diapason {count} · </p>;`;
  expect(violationsWith({ "client/ui/button.tsx": code, "text/dates.ts": `const x = "Événement";` })).toEqual([]);
});
