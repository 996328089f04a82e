import { type ESTree, parseSync, Visitor } from "vite";

/** Methods that return a test function: `test.each([…])("title", …)`. */
const TABLES = new Set(["each", "for", "runIf"]);

/** Whether a call runs tests: `test(…)`, `it(…)`, `test.each(…)(…)`, but not `test.skip(…)` or `test.describe(…)`. */
function runsTests(callee: ESTree.Expression): boolean {
  if (callee.type === "Identifier") return callee.name === "test" || callee.name === "it";
  if (callee.type !== "CallExpression" || callee.callee.type !== "MemberExpression") return false;
  const { object, property } = callee.callee;
  return runsTests(object) && property.type === "Identifier" && TABLES.has(property.name);
}

/** The titles of the tests of a file, as in its source: `${…}` and `%s` are not replaced. */
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
