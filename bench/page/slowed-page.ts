import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/** A phone takes about this many times as long as this machine. */
const CPU_SLOWDOWN = 4;
/** The same browser for every visit: the server pre-renders the first screen only if it knows the width and the day. */
export const BROWSER = {
  locale: "fr-FR",
  timezoneId: "Europe/Paris",
  viewport: { width: 1280, height: 800 },
  serviceWorkers: "block",
} as const;
/** Blocking time is the part of each long task beyond 50 ms (the browser's definition). */
const LONG_TASK_MS = 50;
const VISIBLE_WITHIN_MS = 60_000;
/** 1.6 Mbit/s in bytes per second. */
const SLOW_BYTES = 200_000;
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: SLOW_BYTES, uploadThroughput: SLOW_BYTES };

export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Visible once the first element that matches `selector` contains `text`. */
export interface Sight {
  readonly selector: string;
  readonly text: string;
}

export interface Visit {
  readonly url: string;
  /** The load ends when all of these are visible. */
  readonly shows: readonly Sight[];
  /** Cookies and storage of earlier visits. */
  readonly state?: StorageState;
  readonly isSlowNetwork?: boolean;
  /** Whether the page is loaded a second time, with the cache of the first. */
  readonly isRepeated?: boolean;
}

export interface SlowedPage {
  readonly page: Page;
  readonly devTools: CDPSession;
}

/** Opens an empty page of a browser with an empty cache, with the processor slowed down; closes it after `work`. */
export async function withSlowedPage<T>(
  browser: Browser,
  { state, shows, isSlowNetwork = false }: Omit<Visit, "url">,
  work: (slowed: SlowedPage) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...BROWSER, ...(state && { storageState: state }) });
  try {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send("Network.enable");
    if (isSlowNetwork) await devTools.send("Network.emulateNetworkConditions", SLOW_NETWORK);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.addInitScript(observeLoad, { shows, longTask: LONG_TASK_MS });
    return await work({ page, devTools });
  } finally {
    await context.close();
  }
}

/** Runs in the page: marks the moment when everything is visible, and measures the blocking time of each long task. */
function observeLoad({ shows, longTask }: { shows: readonly Sight[]; longTask: number }): void {
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      performance.measure("blocking", { start: startTime, duration: duration - longTask });
    }
  }).observe({ type: "longtask", buffered: true });

  function look(): void {
    const isAllVisible = shows.every(({ selector, text }) =>
      document.querySelector(selector)?.textContent.includes(text),
    );
    // One frame after they were added, they are painted.
    requestAnimationFrame(isAllVisible ? () => performance.mark("visible") : look);
  }
  look();
}

/** Milliseconds from the start of the visit until everything in `shows` is painted. */
export function whenVisible(page: Page): Promise<number> {
  return page.evaluate(
    (within) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error("the page does not show what it was opened for")), within);
        new PerformanceObserver((list, observer) => {
          const [mark] = list.getEntriesByName("visible");
          if (mark === undefined) return;
          observer.disconnect();
          resolve(mark.startTime);
        }).observe({ type: "mark", buffered: true });
      }),
    VISIBLE_WITHIN_MS,
  );
}

/** The blocking time of the page so far. */
export function blockingTime(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance.getEntriesByName("blocking", "measure").reduce((total, { duration }) => total + duration, 0),
  );
}

/** Megabytes of JavaScript values that are in use. */
export async function heapMegabytes({ devTools }: SlowedPage): Promise<number> {
  await devTools.send("HeapProfiler.collectGarbage");
  await devTools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devTools.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}
