import { type ESTree, parseSync, Visitor } from "vite";

const LEVELS = new Set(["info", "warn", "error"]);

/** The text of a message, with `…` for what is only known when it is logged; `null` for what is no text. */
function textOf(node: ESTree.Argument | ESTree.Expression | ESTree.PrivateIdentifier | undefined): string | null {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node?.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.cooked ?? "").join("…");
  if (node?.type !== "BinaryExpression") return null;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === null || right === null ? null : left + right;
}

function isLogger(node: ESTree.Expression | ESTree.Super): boolean {
  if (node.type === "Identifier") return node.name === "logger";
  return node.type === "MemberExpression" && node.property.type === "Identifier" && node.property.name === "logger";
}

/** The messages that a source logs. @throws Error for one whose text it does not find */
export function logMessagesIn(path: string, code: string): string[] {
  const { program, errors } = parseSync(path, code);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const messages: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: words }) {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      if (!isLogger(callee.object) || !LEVELS.has(callee.property.name)) return;
      const text = textOf(words.at(-1));
      if (text === null) throw new Error(`${path}: a message that no document can name`);
      messages.push(text);
    },
  }).visit(program);
  return messages;
}
