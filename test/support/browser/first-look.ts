import type { Page } from "@playwright/test";
import type { FetchedFile } from "./fetched-file.ts";

/**
 * Call it before a visit. The returned function waits until the page has an element that matches `selector`. It returns
 * the files that were complete at that moment, except the document itself.
 */
export async function watchFirstLook(page: Page, selector: string): Promise<() => Promise<FetchedFile[]>> {
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
      const entries = await fetchedUntilSeen;
      return entries.map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }));
    });
}
