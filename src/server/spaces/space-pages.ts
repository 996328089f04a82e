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
/** Seconds. A browser that keeps changes sends them again later. */
const RETRY_AFTER: Readonly<Partial<Record<SpacePageName, string>>> = { suspended: "3600", failed: "60" };

/** Answers every request that is left with the page at the address of a space that nobody can open. */
export function addSpacePage(app: Hono<AppEnv>, name: SpacePageName, { site, baseUrl }: SpacePageOptions): void {
  const inFrame = readDoorFrame(site);
  const retryAfter = RETRY_AFTER[name];
  addPageFiles(app, site);
  app.all("*", async (context) => {
    context.header("cache-control", "no-store");
    if (retryAfter !== undefined) context.header("retry-after", retryAfter);
    const sentence = SPACE_PAGES[name];
    return context.html(await inFrame(noSpaceContent(sentence, baseUrl), sentence), STATUS[name]);
  });
}
