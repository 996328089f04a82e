import { planningSentenceOf } from "#text/errors/planning-errors.ts";
import type { Code } from "#text/errors/server-errors.ts";

export function PlanningSentence({ code }: { readonly code: Code }) {
  return <span>{planningSentenceOf(code)}</span>;
}
