import type { Code } from "#text/errors/server-errors.ts";
import { lazyPart } from "../ui/page/lazy-part.tsx";

/**
 * Why the server refused something on the dashboard. The sentences come with the team's notices, once the page is idle,
 * or with the local planning. A first visit that fails earlier, and cannot load them, shows none.
 */
export const RefusalSentence = lazyPart<{ readonly code: Code }>(async () =>
  import("#text/errors/planning-errors.ts").then(
    ({ planningSentenceOf }) =>
      ({ code }) => <span>{planningSentenceOf(code)}</span>,
    () => () => null,
  ),
);
