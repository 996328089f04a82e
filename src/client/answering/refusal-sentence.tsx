import type { Code } from "#text/errors/server-errors.ts";
import { optionalPart } from "../ui/page/lazy-part.tsx";

/** The sentence of a refusal code. Renders nothing until the sentences are loaded, so that the first screen is smaller. */
export const RefusalSentence = optionalPart<{ readonly code: Code }>(async () => {
  const { planningSentenceOf } = await import("#text/errors/planning-errors.ts");
  return ({ code }) => <span>{planningSentenceOf(code)}</span>;
});
