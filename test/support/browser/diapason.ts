import { expect, test as base, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import { recordPages } from "./page-coverage.ts";
import { type RunningProduct, startInWorker } from "./start-in-worker.ts";

type Options = {
  /** Settings of the server, on top of the defaults. */
  settings: Record<string, string>;
  /** When the test takes place, for the server and every device; the machine's own time if null. */
  now: string | null;
};

type Fixtures = {
  /** The built product, with its own empty data folder, on its own port. */
  diapason: RunningProduct;
  /** Opens a page of a new device: nothing stored, no cookies. */
  openDevice: (options?: BrowserContextOptions) => Promise<Page>;
  /** Fails the test when a page throws, or logs an error to its console. */
  quietPages: undefined;
};

async function setClock(page: Page, now: string | null): Promise<void> {
  if (now !== null) await page.clock.setFixedTime(now);
}

export const test = base.extend<Options & Fixtures>({
  settings: [{}, { option: true }],
  now: [null, { option: true }],
  diapason: async ({ settings, now }, provide) => {
    const diapason = await startInWorker(settings, now === null ? {} : { clock: () => new Date(now) });
    await provide(diapason);
    await diapason.stop();
  },
  baseURL: ({ diapason }, provide) => provide(diapason.url),
  page: async ({ page, now }, provide) => {
    await setClock(page, now);
    await provide(page);
  },
  openDevice: async ({ browser, baseURL, now }, provide) => {
    const contexts: Awaited<ReturnType<Browser["newContext"]>>[] = [];
    const recordings: ReturnType<typeof recordPages>[] = [];
    await provide(async (options = {}) => {
      const context = await browser.newContext({ ...options, ...(baseURL === undefined ? {} : { baseURL }) });
      contexts.push(context);
      recordings.push(recordPages(context));
      const page = await context.newPage();
      await setClock(page, now);
      return page;
    });
    for (const stopRecording of recordings) await stopRecording();
    for (const context of contexts) await context.close();
  },
  quietPages: [
    async ({ context }, provide) => {
      const complaints: string[] = [];
      const stopRecording = recordPages(context);
      context.on("weberror", (webError) => complaints.push(String(webError.error())));
      context.on("console", (message) => {
        // Chromium also logs a refused call, which is no error of the page.
        const isRefusal = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !isRefusal) complaints.push(message.text());
      });
      await provide(undefined);
      await stopRecording();
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
