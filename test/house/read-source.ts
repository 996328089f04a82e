import { parseSync, Visitor } from "vite";

/** A word that a source file takes from elsewhere, or shows to its reader. */
export type Finding = { text: string; line: number };

/** What the house rules look at in one file; `imports` holds module names as written, of any kind of import. */
export type Source = { imports: Finding[]; computedImports: Finding[]; words: Finding[] };

/** Attributes whose value a person reads or hears. */
const SPOKEN_ATTRIBUTES = /^(aria-label|aria-description|aria-roledescription|alt|label|placeholder|title)$/;
const ACCENTED = /[À-ÖØ-öø-ÿŒœŸ«»]/;
const LETTER = /\p{L}/u;
/** The product's name is the same in every language. */
const NAME = /^\s*Diapason\s*$/;

/** Reads a TypeScript file with a real parser: static, dynamic and type imports, re-exports, and words in French. */
export function readSource(path: string, code: string): Source {
  const { program, errors } = parseSync(path, code);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const source: Source = { imports: [], computedImports: [], words: [] };
  const at = (text: string, offset: number): Finding => ({ text, line: code.slice(0, offset).split("\n").length });
  const note = (list: Finding[], text: string, offset: number) => list.push(at(text, offset));

  new Visitor({
    ImportDeclaration: ({ source: from }) => note(source.imports, from.value, from.start),
    ExportAllDeclaration: ({ source: from }) => note(source.imports, from.value, from.start),
    ExportNamedDeclaration: ({ source: from }) => from && note(source.imports, from.value, from.start),
    TSImportType: ({ source: from }) => note(source.imports, from.value, from.start),
    ImportExpression: ({ source: from, start }) => {
      if (from.type === "Literal" && typeof from.value === "string") note(source.imports, from.value, start);
      else note(source.computedImports, code.slice(from.start, from.end), start);
    },
    Literal: ({ value, start }) => {
      if (typeof value === "string" && ACCENTED.test(value)) note(source.words, value, start);
    },
    TemplateElement: ({ value, start }) => {
      if (ACCENTED.test(value.raw)) note(source.words, value.raw, start);
    },
    JSXText: ({ value, start }) => {
      if (LETTER.test(value) && !NAME.test(value)) note(source.words, value.trim(), start);
    },
    JSXAttribute: ({ name, value }) => {
      if (value?.type !== "Literal" || typeof value.value !== "string" || ACCENTED.test(value.value)) return;
      if (name.type !== "JSXIdentifier" || !SPOKEN_ATTRIBUTES.test(name.name)) return;
      if (LETTER.test(value.value) && !NAME.test(value.value)) note(source.words, value.value, value.start);
    },
  }).visit(program);
  return source;
}
