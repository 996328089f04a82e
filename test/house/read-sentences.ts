import { parseSync, Visitor } from "vite";

/** The name of an object in src/text, and one of its keys: `layoutText.signOut`. */
type Sentence = `${string}.${string}`;

/** The names of objects whose values are sentences. */
const TEXT_OBJECT = /Text$/;
/** A use of one sentence (`layoutText.signOut`), or possibly of all of an object (`layoutText[name]`, `...layoutText`). */
const USE = /\b\w+\.\w+\b|\b\w+Text(?=\[)|(?<=\.\.\.)\w+Text\b/g;

/** The sentences of the text objects that are declared in this file. */
export function sentencesOf(path: string, code: string): Sentence[] {
  const found: Sentence[] = [];
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== "Identifier" || !TEXT_OBJECT.test(id.name)) return;
      const value = init?.type === "TSAsExpression" || init?.type === "TSSatisfiesExpression" ? init.expression : init;
      if (value?.type !== "ObjectExpression") return;
      for (const property of value.properties) {
        if (property.type !== "Property" || property.key.type !== "Identifier") continue;
        found.push(`${id.name}.${property.key.name}`);
      }
    },
  }).visit(parseSync(path, code).program);
  return found;
}

/** The sentences in `declared` that none of the sources uses. */
export function unusedSentences(declared: readonly Sentence[], sources: Iterable<string>): Sentence[] {
  const used = new Set([...sources].flatMap((code) => code.match(USE) ?? []));
  return declared.filter((sentence) => !used.has(sentence) && !used.has(sentence.split(".")[0] ?? ""));
}
