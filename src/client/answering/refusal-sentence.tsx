import type { Code } from "#text/errors/server-errors.ts";
import { lazyPart } from "../ui/page/lazy-part.tsx";

/** Why the server refused something on the dashboard. Renders nothing if its sentences cannot be loaded. */
export const RefusalSentence = lazyPart<{ readonly code: Code }>(async () =>
  import("#text/errors/planning-errors.ts").then(
    ({ planningSentenceOf }) =>
      ({ code }) => <span>{planningSentenceOf(code)}</span>,
    () => () => null,
  ),
);
