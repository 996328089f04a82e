import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { type NetworkRequest, recordNetwork } from "./network-record.ts";
import { blockingTime, heapMegabytes, type Visit, whenVisible, withSlowedPage } from "./slowed-page.ts";

/** One load of a page with an empty cache. */
export interface Load {
  /** Milliseconds from the start until the page shows what it was opened for. */
  readonly visible: number;
  readonly blocking: number;
  readonly heap: number;
  readonly requests: readonly NetworkRequest[];
  /** Those that started before it was visible. */
  readonly needed: readonly NetworkRequest[];
  /** Those of the same visit made again, with the cache that the first one filled. */
  readonly repeated: readonly NetworkRequest[];
}

/** What a page does later than this after it is visible does not count as its load. */
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
