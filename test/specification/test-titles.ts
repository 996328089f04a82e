import { type ESTree, parseSync, Visitor } from "vite";

/** What runs the tests it is given: `test.each([…])("title", …)`. */
const TABLES = new Set(["each", "for", "runIf"]);

/** `test(…)`, `it(…)`, `test.each(…)(…)`; not `test.skip(…)`, `test.step(…)` or `test.describe(…)`. */
function runsTests(callee: ESTree.Expression): boolean {
  if (callee.type === "Identifier") return callee.name === "test" || callee.name === "it";
  if (callee.type !== "CallExpression" || callee.callee.type !== "MemberExpression") return false;
  const { object, property } = callee.callee;
  return runsTests(object) && property.type === "Identifier" && TABLES.has(property.name);
}

/** The titles of the tests of a file, as its source writes them: `${…}` and `%s` stay what they are. */
export function testTitles(path: string, code: string): string[] {
  const { program, errors } = parseSync(path, code);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const titles: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [title, ...rest] }) => {
      if (title === undefined || rest.length === 0 || !runsTests(callee)) return;
      if (title.type === "Literal" && typeof title.value === "string") titles.push(title.value);
      if (title.type === "TemplateLiteral") titles.push(code.slice(title.start + 1, title.end - 1));
    },
  }).visit(program);
  return titles;
}
