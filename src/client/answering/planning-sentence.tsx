import { planningSentenceOf } from "#text/errors/planning-errors.ts";
import type { Code } from "#text/errors/server-errors.ts";

/** The sentence of an error on the dashboard. */
export function PlanningSentence({ code }: { readonly code: Code }) {
  return <span>{planningSentenceOf(code)}</span>;
}
