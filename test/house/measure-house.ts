import { posix } from "node:path";
import { parseSync, Visitor } from "vite";

/** Paths from src/ (`domain/people/services.ts`) to their code. */
type Tree = ReadonlyMap<string, string>;

/** `place` is file and first line (`domain/people/services.ts:12`); `lines` counts first and last line too. */
export interface MeasuredFunction {
  readonly place: string;
  readonly lines: number;
}

const TEST_FILE = /\.(test|suite)\.tsx?$/;

/** How many files each folder holds, not counting its subfolders. The fullest folder comes first. */
export function filesPerFolder(files: Iterable<string>, { withTests }: { readonly withTests: boolean }) {
  const counted = [...files].filter((file) => withTests || !TEST_FILE.test(file));
  const folders = Map.groupBy(counted, (file) => posix.dirname(file));
  return Array.from(folders, ([folder, own]) => ({ folder, files: own.length })).toSorted((a, b) => b.files - a.files);
}

/** The median. For an even count: the smaller of the two middle numbers. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? 0;
}

/** Every function outside of tests, the longest first. */
export function functionsOf(tree: Tree): MeasuredFunction[] {
  const functions = [...tree].flatMap(([file, code]) => (TEST_FILE.test(file) ? [] : functionsIn(file, code)));
  return functions.toSorted((a, b) => b.lines - a.lines);
}

function functionsIn(file: string, code: string): MeasuredFunction[] {
  const found: MeasuredFunction[] = [];
  const lineAt = (offset: number) => code.slice(0, offset).split("\n").length;
  const note = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const line = lineAt(start);
    found.push({ place: `${file}:${line}`, lines: lineAt(end) - line + 1 });
  };
  new Visitor({ FunctionDeclaration: note, FunctionExpression: note, ArrowFunctionExpression: note }).visit(
    parseSync(file, code).program,
  );
  return found;
}
