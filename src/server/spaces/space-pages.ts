import type { Hono } from "hono";
import { SPACE_PAGES } from "#text/spaces/front-door.ts";
import type { AppEnv } from "../api/operation-route.ts";
import { addPageFiles, type WebSite } from "../web-site.ts";
import { noSpaceContent, readDoorFrame } from "./door/door-page.ts";

export type SpacePageName = keyof typeof SPACE_PAGES;

interface SpacePageOptions {
  readonly site: WebSite;
  /** The origin of the front door. */
  readonly baseUrl: string;
}

const STATUS = { unknown: 404, suspended: 503, failed: 503 } as const;
/** In seconds. Browsers with unsent changes try again after this time. */
const RETRY_AFTER: Readonly<Partial<Record<SpacePageName, string>>> = { suspended: "3600", failed: "60" };

/** Answers all other requests with the page that says why a space cannot be opened. */
export function addSpacePage(app: Hono<AppEnv>, name: SpacePageName, { site, baseUrl }: SpacePageOptions): void {
  const renderInFrame = readDoorFrame(site);
  const retryAfter = RETRY_AFTER[name];
  addPageFiles(app, site);
  app.all("*", async (context) => {
    context.header("cache-control", "no-store");
    if (retryAfter !== undefined) context.header("retry-after", retryAfter);
    const sentence = SPACE_PAGES[name];
    return context.html(await renderInFrame(noSpaceContent(sentence, baseUrl), sentence), STATUS[name]);
  });
}
