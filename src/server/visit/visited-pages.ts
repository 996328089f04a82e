import type { Context } from "hono";
import type { Logger } from "pino";
import { LINKED_PAGES } from "#contract/paths.ts";
import type { RenderedPage, RenderedView, RenderPage, VisitData } from "#contract/visit/visit-data.ts";
import type { AppEnv } from "../api/operation-route.ts";
import { createResponseCache, sendStored, StoredResponse } from "../api/stored-response.ts";
import type { Database } from "../database/database.ts";
import { TimeoutError, within } from "../time-limit.ts";
import { Refusal } from "../errors.ts";
import { createPageTemplate, type PageScripts, type RenderedScreen, scriptsOf } from "./page-template.ts";
import type { Visit } from "./visits.ts";

const HTML = "text/html; charset=utf-8";
/** For a page without personal data: browsers may store it, and must revalidate it. */
const REVALIDATE = "no-cache";
/** For a page with personal data: no cache may store it. */
const NOT_STORED = "private, no-store";
/** If reading the data takes longer, the page is sent without data. Its own calls then show what is wrong. */
const READ_TIMEOUT_MS = 1500;
/** Holds all pages without personal data: they differ only in scripts, configuration and first screen. */
const PUBLIC_PAGES_MAX_BYTES = 1024 * 1024;

export interface PagesDependencies {
  readonly html: string;
  readonly scripts: PageScripts;
  readonly visitOf: (context: Context<AppEnv>) => Promise<Visit>;
  /** `undefined`: browsers draw every screen themselves. */
  readonly renderPage: RenderPage | undefined;
  readonly logger: Logger;
  readonly database: Pick<Database, "failureOf">;
}

/** The address of the rendered screen. Signed-out visitors get the sign-in form, whatever address they asked for. */
function addressOf({ req }: Context<AppEnv>, view: RenderedView): Pick<RenderedPage, "path" | "search"> {
  if (view.userId === null) return { path: LINKED_PAGES.login, search: "" };
  return { path: req.path, search: new URL(req.url).search.slice(1) };
}

/**
 * Server-side rendering. Returns a function that responds with the page, its first screen and that screen's data. The
 * function returns `null` if the data cannot be read.
 */
export function createVisitedPages(dependencies: PagesDependencies) {
  const { html, scripts, visitOf, renderPage, logger, database } = dependencies;
  const writePage = createPageTemplate(html);
  const publicPages = createResponseCache<StoredResponse<unknown>>(PUBLIC_PAGES_MAX_BYTES);

  /**
   * Logs why a page goes out without its data or screen. Refusals, such as too many calls, and time limits are not
   * logged: the page's own calls report them.
   */
  function logMissing(missing: string, error: unknown, context: Context<AppEnv>): void {
    if (error instanceof Refusal || error instanceof TimeoutError) return;
    const isDatabaseFailure = database.failureOf(error) !== null;
    const reason = error instanceof Error && !isDatabaseFailure ? error.stack : String(error);
    logger.error({ requestId: context.get("requestId"), reason }, `page without its ${missing}`);
  }

  async function readVisit(context: Context<AppEnv>): Promise<Visit | null> {
    try {
      return await within(READ_TIMEOUT_MS, visitOf(context));
    } catch (error) {
      logMissing("data", error, context);
      return null;
    }
  }

  /** `null`: the browser draws the screen itself. */
  async function render(context: Context<AppEnv>, { data, view }: Visit): Promise<RenderedScreen | null> {
    if (view === null || renderPage === undefined) return null;
    try {
      const screen = await renderPage({ data: JSON.parse(data) as VisitData, view, ...addressOf(context, view) });
      return screen === null ? null : { view, html: screen };
    } catch (error) {
      logMissing("first screen", error, context);
      return null;
    }
  }

  /** A page for signed-out visitors. It is the same for all of them, so it is rendered and compressed once. */
  async function publicPage(
    context: Context<AppEnv>,
    visit: Visit,
    scriptAddresses: readonly string[],
  ): Promise<StoredResponse<unknown>> {
    const key = JSON.stringify([visit.data, visit.view, scriptAddresses]);
    const stored = publicPages.get(key);
    if (stored !== undefined) return stored;
    const screen = await render(context, visit);
    const page = new StoredResponse(writePage({ data: visit.data, scripts: scriptAddresses, screen }));
    // A page whose screen could not be rendered is not cached: the next visit tries again.
    const hasFailed = screen === null && visit.view !== null && renderPage !== undefined;
    if (!hasFailed) publicPages.set(key, page);
    return page;
  }

  return async function respondWithPage(context: Context<AppEnv>): Promise<Response | null> {
    const visit = await readVisit(context);
    if (visit === null) return null;
    const isSignedIn = visit.userId !== null;
    const scriptAddresses = scriptsOf(scripts, context.req.path, { isSignedIn, isShared: visit.isShared });
    if (!isSignedIn) {
      return sendStored(context, await publicPage(context, visit, scriptAddresses), {
        caching: REVALIDATE,
        type: HTML,
      });
    }
    const page = writePage({ data: visit.data, scripts: scriptAddresses, screen: await render(context, visit) });
    return sendStored(context, new StoredResponse(page), { caching: NOT_STORED, type: HTML, isTagged: false });
  };
}
