import type { Code } from "#text/errors/server-errors.ts";
import { optionalPart } from "../ui/page/lazy-part.tsx";

/** Why the server refused something on the dashboard. Renders nothing until its sentences are loaded. */
export const RefusalSentence = optionalPart<{ readonly code: Code }>(async () => {
  const { planningSentenceOf } = await import("#text/errors/planning-errors.ts");
  return ({ code }) => <span>{planningSentenceOf(code)}</span>;
});
