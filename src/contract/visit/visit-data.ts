import type { PlainDate } from "../../domain/calendar/calendar.ts";
import type { LINKED_PAGES } from "../paths.ts";

/** The response to one `GET` of the API that came with the page, which may use it instead of a call of the same address. */
export interface FirstAnswer {
  /** Path and query of the call: `/api/events?group=1&from=2026-09-28&to=2027-01-03`. */
  readonly call: string;
  /** `HEADERS.position` of the response; `null` where nothing of the planning was read. */
  readonly position: number | null;
  readonly body: unknown;
}

/**
 * The data that the server sends with a page, so that its first screen needs no call. The page uses them unchecked: they
 * come in one response with the addresses of its scripts, so both are of one version.
 */
export interface VisitData {
  /** The user of the session: the responses are for them alone. `null`: nobody was signed in. */
  readonly userId: string | null;
  /** The lowest position of the responses; the change stream starts after it. `null`: they hold no planning. */
  readonly position: number | null;
  readonly answers: readonly FirstAnswer[];
}

/** The id of the element that holds it: `<script type="application/json">`, which is data and never runs. */
export const VISIT_DATA_ID = "visit-data";

/**
 * What the server supposed of the browser when it rendered the page's first screen. The browser takes this screen over
 * only where all of it is true; else it draws its own.
 */
export type RenderedView = VisitorsView | NobodysView;

/** The dashboard of a signed-in user. */
export interface VisitorsView {
  readonly userId: string;
  readonly groupId: string;
  /** The browser's date. */
  readonly today: PlainDate;
  /** The page's own name of its layout, as it sent it with the change stream. */
  readonly layout: string;
}

/** The sign-in form, which is the same in all browsers where nobody is signed in. */
export interface NobodysView {
  readonly userId: null;
  /** The form's own address. The page that was asked for leads there. */
  readonly path: typeof LINKED_PAGES.login;
}

/** The attribute of the document's `<html>` that holds it as JSON; `public/page-start.js` reads it, too. */
export const RENDERED_VIEW_ATTRIBUTE = "data-rendered-view";

/** Another one, with the address of the page's script, which starts once that screen is painted. */
export const RENDERED_SCRIPT_ATTRIBUTE = "data-rendered-script";

/** A first screen to render. */
export interface RenderedPage {
  /** What is sent with the page. */
  readonly data: VisitData;
  readonly view: RenderedView;
  /** `/` or `/login` */
  readonly path: string;
  /** What follows the question mark of the address: `mois=2026-11`; empty without one. */
  readonly search: string;
}

/** Returns the HTML inside the root element; `null` if the data are not enough for it. */
export type RenderPage = (page: RenderedPage) => Promise<string | null>;
