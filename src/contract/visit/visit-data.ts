/** The answer of one `GET` of the API that came with the page, which may use it instead of a call of the same address. */
export interface FirstAnswer {
  /** Path and query of the call: `/api/events?group=1&from=2026-09-28&to=2027-01-03`. */
  readonly call: string;
  /** `HEADERS.position` of the answer; `null` where nothing of the planning was read. */
  readonly position: number | null;
  readonly body: unknown;
}

/**
 * The data that the server sends with a page, so that its first screen needs no call. The page uses them unchecked: they
 * come in one response with the addresses of its scripts, so both are of one version.
 */
export interface VisitData {
  /** The user of the session: the answers are for them alone. `null`: nobody was signed in. */
  readonly userId: string | null;
  /** The lowest position of the answers; the change stream starts after it. `null`: they hold no planning. */
  readonly position: number | null;
  readonly answers: readonly FirstAnswer[];
}

/** The id of the element that holds it: `<script type="application/json">`, which is data and never runs. */
export const VISIT_DATA_ID = "visit-data";
