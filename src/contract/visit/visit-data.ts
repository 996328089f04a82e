import type { PlainDate } from "../../domain/calendar/calendar.ts";

/** The response to one `GET` of the API. The server sends it with the page, so that the page need not make this call. */
export interface FirstResponse {
  /** Path and query of the call: `/api/events?group=1&from=2026-09-28&to=2027-01-03`. */
  readonly call: string;
  /** `HEADERS.position` of the response; `null` if no planning data was read. */
  readonly position: number | null;
  readonly body: unknown;
}

/**
 * The data that the server sends with a page, so that its first screen needs no call. The page does not validate them: data
 * and script addresses come in the same response, so both have the same version.
 */
export interface VisitData {
  /** The id of the signed-in user; `null`: nobody was signed in. */
  readonly userId: string | null;
  /** The lowest position of the responses, after which the change stream starts; `null`: they contain no planning data. */
  readonly position: number | null;
  readonly answers: readonly FirstResponse[];
}

/** The id of the element that holds the `VisitData`: `<script type="application/json">`, which never runs. */
export const VISIT_DATA_ID = "visit-data";

/**
 * What the server assumed about the browser when it rendered the first screen to HTML. The browser hydrates that HTML only
 * if all of it is true; otherwise it renders the screen itself.
 */
export type RenderedView = DashboardView | SignInView;

/** The dashboard of a signed-in user. */
export interface DashboardView {
  readonly userId: string;
  readonly groupId: string;
  /** The browser's date. */
  readonly today: PlainDate;
  /** The page's name for its layout, as sent when it opened the change stream. */
  readonly layout: string;
}

/** The sign-in form, which is the same for everybody. */
export interface SignInView {
  readonly userId: null;
}

/** The attribute of `<html>` that holds the `RenderedView` as JSON. `public/page-start.js` reads it too. */
export const RENDERED_VIEW_ATTRIBUTE = "data-rendered-view";

/** The attribute of `<html>` with the address of the page's script, which is loaded once the first screen is painted. */
export const RENDERED_SCRIPT_ATTRIBUTE = "data-rendered-script";

/** What is needed to render a first screen. */
export interface RenderedPage {
  readonly data: VisitData;
  readonly view: RenderedView;
  /** `/` or `/login` */
  readonly path: string;
  /** The query of the address without the question mark: `mois=2026-11`. */
  readonly search: string;
}

/** Renders the HTML inside the root element; `null` if data for the screen are missing. */
export type RenderPage = (page: RenderedPage) => Promise<string | null>;
