import * as z from "zod/mini";

/**
 * The answer of one `GET` of the API that came with the page. The page may use it instead of a call that has the very
 * same address; it checks the body as it would check the call's.
 */
const FirstAnswer = z.object({
  /** Path and query of the call: `/api/events?group=1&from=2026-09-28&to=2027-01-03`. */
  call: z.string(),
  /** `HEADERS.position` of the answer; `null` where nothing of the planning was read. */
  position: z.nullable(z.int()),
  body: z.unknown(),
});

/** The data that the server sends with a page, so that its first screen needs no call. */
export const VisitData = z.object({
  /** The user of the session: the answers are for them alone. `null`: nobody was signed in. */
  userId: z.nullable(z.string()),
  /** The lowest position of the answers; the change stream starts after it. `null`: they hold no planning. */
  position: z.nullable(z.int()),
  answers: z.array(FirstAnswer),
});

/** The id of the element that holds it: `<script type="application/json">`, which is data and never runs. */
export const VISIT_DATA_ID = "visit-data";

export type FirstAnswer = z.infer<typeof FirstAnswer>;
export type VisitData = z.infer<typeof VisitData>;
