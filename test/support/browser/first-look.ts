import type { Page } from "@playwright/test";

/** What a page had fetched when it first showed its content. */
export interface FirstLook {
  /** Paths of all files but fonts, without the page itself. */
  readonly paths: readonly string[];
  /** Bytes of the scripts among them, as sent. */
  readonly scriptBytes: number;
}

/** To be called before a visit. The returned function waits until the page shows an element that matches `selector`. */
export async function watchFirstLook(page: Page, selector: string): Promise<() => Promise<FirstLook>> {
  await page.addInitScript((wanted) => {
    const seen = new Promise<PerformanceResourceTiming[]>((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector(wanted) === null) return;
        observer.disconnect();
        resolve(performance.getEntriesByType("resource") as PerformanceResourceTiming[]);
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    Object.assign(window, { fetchedUntilSeen: seen });
  }, selector);

  return () =>
    page.evaluate(async () => {
      const { fetchedUntilSeen } = window as unknown as { fetchedUntilSeen: Promise<PerformanceResourceTiming[]> };
      const files = (await fetchedUntilSeen).map((entry) => ({
        ...entry.toJSON(),
        path: new URL(entry.name).pathname,
      }));
      const scripts = files.filter(({ path }) => path.endsWith(".js"));
      return {
        paths: files.map(({ path }) => path).filter((path) => !path.endsWith(".woff2")),
        scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      };
    });
}
