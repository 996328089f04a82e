import { parseSync, Visitor } from "vite";

/** A text in a source file, and its line. */
export type Finding = { text: string; line: number };

/**
 * What the rules check in one file. `imports` holds the module names as written, of every kind of import. `computedImports`
 * holds the dynamic imports whose module is not a literal. `words` holds texts with French letters, and texts that users
 * read. `queries` holds the methods of the query builder that begin an SQL statement (`selectFrom`). `state` holds the
 * variables of the module that can change while the program runs.
 */
export type Source = {
  imports: Finding[];
  computedImports: Finding[];
  words: Finding[];
  queries: Finding[];
  state: Finding[];
};

/** The methods of the query builder that begin a statement. */
const QUERY = /^(selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)$/;

/** Methods that change a collection. */
const CHANGING = /^(set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse)$/;
/** Functions whose result has state. */
const MAKER = /^(create(?!Require$)|open|start|watch|setInterval$|setTimeout$)/;

/** Attributes whose value users see or hear (screen reader). */
const SPOKEN_ATTRIBUTES = /^(aria-label|aria-description|aria-roledescription|alt|label|placeholder|title)$/;
const ACCENTED = /[À-ÖØ-öø-ÿŒœŸ«»]/;
const LETTER = /\p{L}/u;
/** The product's name is the same in every language. */
const NAME = /^\s*Diapason\s*$/;

/** Parses a TypeScript file and collects what the rules check. @throws Error when it cannot be parsed */
export function readSource(path: string, code: string): Source {
  const { program, errors } = parseSync(path, code);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const source: Source = { imports: [], computedImports: [], words: [], queries: [], state: [] };
  const at = (text: string, offset: number): Finding => ({ text, line: code.slice(0, offset).split("\n").length });
  const changed = new Set<string>();
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
    CallExpression: ({ callee }) => {
      if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier") return;
      if (callee.property.type === "Identifier" && CHANGING.test(callee.property.name)) changed.add(callee.object.name);
    },
    AssignmentExpression: ({ left }) => {
      if (left.type === "MemberExpression" && left.object.type === "Identifier") changed.add(left.object.name);
    },
    MemberExpression: ({ property }) => {
      if (property.type === "Identifier" && QUERY.test(property.name))
        note(source.queries, property.name, property.start);
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

  for (const statement of program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration") continue;
    for (const { id, init, start } of declared.declarations) {
      if (id.type !== "Identifier") continue;
      const isMade =
        init?.type === "CallExpression" && init.callee.type === "Identifier" && MAKER.test(init.callee.name);
      if (declared.kind !== "const" || changed.has(id.name) || isMade) note(source.state, id.name, start);
    }
  }
  return source;
}
