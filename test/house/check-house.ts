import { posix } from "node:path";
import { readSource, type Finding } from "./read-source.ts";
import {
  DRAWER_NAMES,
  ENGLISH_ROOMS,
  HOMES,
  LONGEST_CLASS_LINE,
  MAY_IMPORT,
  ONE_WAY_ROOTS,
  PROCESS_STATE,
  SQL_HOMES,
  STATELESS_ROOM,
} from "./rules.ts";

/** Paths from src/ (`domain/people/services.ts`) to their code. */
export type Tree = ReadonlyMap<string, string>;
export type Violation = { file: string; line: number; rule: string };

const TEST_FILE = /(\.(test|suite)\.tsx?|(^|\/)test-[^/]+)$/;

/** Checks every file against every rule. Tests may import anything, but nothing may import a test. */
export function checkHouse(tree: Tree): Violation[] {
  const violations: Violation[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, code] of tree) {
    const report = ({ line }: Pick<Finding, "line">, rule: string) => violations.push({ file, line, rule });
    for (const name of drawers(file)) report({ line: 1 }, `${name} is a drawer, not a name`);
    if (TEST_FILE.test(file)) continue;
    for (const line of longClassLines(file, code)) report({ line }, "so many classes deserve a name in client/styles");
    const room = roomOf(file);
    if (!room) report({ line: 1 }, "stands in no room of the import table");

    const source = readSource(file, code);
    for (const word of source.words.filter(() => isIn(file, ENGLISH_ROOMS))) {
      report(word, `French belongs in text: ${word.text}`);
    }
    for (const found of source.computedImports) report(found, `an import must name its file: ${found.text}`);
    for (const found of source.imports) {
      const rule = importFault(file, room, found.text, tree);
      if (rule) report(found, rule);
    }
    for (const query of source.queries) {
      const rule = queryFault(file, query.text);
      if (rule) report(query, rule);
    }
    for (const variable of source.state.filter(({ text }) => !isProcessState(file, text))) {
      report(variable, `${variable.text} is state of the process, which many plannings share`);
    }
    graph.set(
      file,
      source.imports.map((found) => targetOf(file, found.text)).filter((target) => target !== null),
    );
  }
  for (const cycle of cycles(graph))
    violations.push({ file: cycle[0] ?? "", line: 1, rule: `cycle: ${cycle.join(" → ")}` });
  return [...violations, ...mutualImports(graph, ONE_WAY_ROOTS)];
}

function isProcessState(file: string, variable: string): boolean {
  return !isIn(file, [STATELESS_ROOM]) || `${file} ${variable}` in PROCESS_STATE;
}

/**
 * Pairs of folders under these roots that import each other, neither of which contains the other. Each pair is reported
 * once, with an import in each direction. `a/b/c.ts` and `a/d/e.ts` count as the pair `a/b` and `a/d`.
 */
function mutualImports(graph: ReadonlyMap<string, readonly string[]>, roots: readonly string[]): Violation[] {
  const firstImports = new Map<string, [file: string, target: string]>();
  for (const [file, targets] of graph) {
    for (const target of targets) {
      const [from, to] = siblings(file, target);
      if (from === null || to === null || !isIn(from, roots) || !isIn(to, roots)) continue;
      const key = `${from} → ${to}`;
      if (!firstImports.has(key)) firstImports.set(key, [file, target]);
    }
  }
  return [...firstImports].flatMap(([key, there]) => {
    const [from = "", to = ""] = key.split(" → ");
    const back = firstImports.get(`${to} → ${from}`);
    if (back === undefined || from > to) return [];
    const rule = `${from} and ${to} import each other: ${there.join(" → ")}, ${back.join(" → ")}`;
    return [{ file: there[0], line: 1, rule }];
  });
}

/** For each of two files, its folder directly below their common folder; `null` if the file is in the common folder itself. */
function siblings(file: string, target: string): [string | null, string | null] {
  const [own, other] = [file.split("/"), target.split("/")];
  const depth = own.findIndex((part, index) => part !== other[index]);
  const folder = (parts: readonly string[]) => (parts.length > depth + 1 ? parts.slice(0, depth + 1).join("/") : null);
  return [folder(own), folder(other)];
}

/** The numbers of the lines that have too many CSS classes (`items-center`). The path of an icon has no such words. */
function longClassLines(file: string, code: string): number[] {
  if (!isIn(file, ["client", "answer-page", "front-door"])) return [];
  const lines = code.split("\n").map((text, index) => ({ text, number: index + 1 }));
  return lines
    .filter(({ text }) => text.length > LONGEST_CLASS_LINE && /[a-z]-[a-z]/.test(text))
    .map(({ number }) => number);
}

/** Why this file may not import that module; null when it may. */
function importFault(file: string, room: string | null, module: string, tree: Tree): string | null {
  const target = targetOf(file, module);
  if (target === null) return packageFault(file, module);
  if (!tree.has(target)) return /\.(tsx?|js)$/.test(target) ? `${module} does not exist` : null;
  if (TEST_FILE.test(target)) return `${target} is for tests only`;
  const targetRoom = roomOf(target);
  if (room === null || targetRoom === null || room === targetRoom) return null;
  const isAllowed = isIn(target, allowedFrom(room));
  return isAllowed ? null : `${room} may not import ${targetRoom} (${target})`;
}

/** A file of src/ as `a/b.ts`, or null for a package. */
function targetOf(file: string, module: string): string | null {
  if (module.startsWith("#")) return posix.normalize(module.slice(1));
  return module.startsWith(".") ? posix.join(posix.dirname(file), module) : null;
}

function packageFault(file: string, module: string): string | null {
  const name = module.startsWith("node:") ? "node:" : packageName(module);
  const homes = HOMES[name];
  if (!homes) return `${name} has no home: give it one in test/house/rules.ts`;
  return isIn(file, homes) ? null : `${module} may only be imported in ${homes.join(", ")}`;
}

/** Why this file may not hold that query; null when it may. */
function queryFault(file: string, query: string): string | null {
  if (!isIn(file, SQL_HOMES)) return `SQL (${query}) may only stand in ${SQL_HOMES.join(", ")}`;
  if (query === "selectFrom" || !isIn(file, ["read-*.ts"])) return null;
  return `${query} writes, and this file is named as one that reads`;
}

function packageName(module: string): string {
  return module.split("/", module.startsWith("@") ? 2 : 1).join("/");
}

/** The room of a file: `client/features/users` for every file of that feature; `null` when the table has none. */
function roomOf(file: string): string | null {
  const patterns = Object.keys(MAY_IMPORT).filter((pattern) => fits(file, pattern));
  const [pattern] = patterns.toSorted((a, b) => b.length - a.length);
  if (pattern === undefined) return null;
  return pattern.endsWith("/*") ? file.split("/", pattern.split("/").length).join("/") : pattern;
}

function allowedFrom(room: string): readonly string[] {
  return MAY_IMPORT[room] ?? MAY_IMPORT[`${posix.dirname(room)}/*`] ?? [];
}

function fits(file: string, pattern: string): boolean {
  if (pattern.endsWith("/*.ts")) return posix.dirname(file) === posix.dirname(pattern) && !(file in MAY_IMPORT);
  const folder = pattern.replace(/\/\*$/, "");
  return file === folder || file.startsWith(`${folder}/`);
}

/** A place is a room, a folder of rooms, a file, or a file name with a `*` that matches in any folder (`read-*.ts`). */
function isIn(file: string, places: readonly string[]): boolean {
  return places.some((place) => {
    const [start, end] = place.split("*");
    if (start === undefined || end === undefined) return file === place || file.startsWith(`${place}/`);
    const name = posix.basename(file);
    return name.startsWith(start) && name.endsWith(end);
  });
}

function drawers(file: string): string[] {
  return file.split("/").filter((part) => DRAWER_NAMES.test(part.replace(/(\.test|\.suite)?\.\w+$/, "")));
}

/** The import cycles, each once. A cycle starts and ends with the same file. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) return void found.push([...path.slice(start), file]);
    if (finished.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
