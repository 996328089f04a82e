import { expect, test as base, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import { startDiapason, type Diapason } from "../test/start-diapason.ts";
import { recordPages } from "./page-coverage.ts";

type Options = {
  /** Settings of the server, on top of the defaults. */
  settings: Record<string, string>;
};

type Fixtures = {
  /** The built product, with its own empty data folder, on its own port. */
  diapason: Diapason;
  /** Opens the product as somebody else's device would: nothing stored, no cookie. */
  openDevice: (options?: BrowserContextOptions) => Promise<Page>;
  /** Fails the test when a page threw, or complained on its console. */
  quietPages: undefined;
};

export const test = base.extend<Options & Fixtures>({
  settings: [{}, { option: true }],
  diapason: async ({ settings }, provide) => {
    const diapason = await startDiapason(settings);
    await provide(diapason);
    await diapason.stop();
  },
  baseURL: ({ diapason }, provide) => provide(diapason.url),
  openDevice: async ({ browser, baseURL }, provide) => {
    const contexts: Awaited<ReturnType<Browser["newContext"]>>[] = [];
    const recordings: ReturnType<typeof recordPages>[] = [];
    await provide(async (options = {}) => {
      const context = await browser.newContext({ ...options, ...(baseURL === undefined ? {} : { baseURL }) });
      contexts.push(context);
      recordings.push(recordPages(context));
      return context.newPage();
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
        // A refused call is the server's word, not the page's fault; Chromium logs it all the same.
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
