import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { type NetworkRequest, recordNetwork } from "./network-record.ts";
import { blockingTime, heapMegabytes, type Visit, whenVisible, withSlowedPage } from "./slowed-page.ts";

/** One load of a page with an empty cache. */
export interface Load {
  /** Milliseconds from the start until everything in `Visit.shows` is visible. */
  readonly visible: number;
  readonly blocking: number;
  readonly heap: number;
  readonly requests: readonly NetworkRequest[];
  /** The requests that started before that moment. */
  readonly needed: readonly NetworkRequest[];
  /** The requests of a second load, with the cache that the first load filled. */
  readonly repeated: readonly NetworkRequest[];
}

/** The measurement ends this long after the page is visible. */
const SETTLE_MS = 3000;

export async function loadOnce(browser: Browser, visit: Visit): Promise<Load> {
  return withSlowedPage(browser, visit, async (slowed) => {
    const { page, devTools } = slowed;
    const requests = recordNetwork(devTools);
    await page.goto(visit.url, { waitUntil: "commit" });
    const visible = await whenVisible(page);
    await sleep(SETTLE_MS);
    const first = [...requests];
    const blocking = await blockingTime(page);
    const heap = await heapMegabytes(slowed);
    const needed = first.filter(({ start }) => start <= visible);
    if (!visit.isRepeated) return { visible, blocking, heap, requests: first, needed, repeated: [] };
    await page.goto(visit.url, { waitUntil: "commit" });
    await whenVisible(page);
    await sleep(SETTLE_MS);
    return { visible, blocking, heap, requests: first, needed, repeated: requests.slice(first.length) };
  });
}
