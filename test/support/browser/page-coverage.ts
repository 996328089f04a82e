import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";

/** Where scripts/coverage.mjs wants to know which code ran; usually nobody does. */
const FOLDER = process.env["PAGE_COVERAGE"];

/** Notes what runs in all pages of this context from now on, until the function that comes back is called. */
export function recordPages(context: BrowserContext): () => Promise<void> {
  if (FOLDER === undefined) return () => Promise.resolve();
  const pages = new Map<Page, Promise<void>>();
  context.on("page", (page) => {
    pages.set(page, start(page));
    writeBeforeLeaving(page);
  });
  return async () => {
    for (const [page, started] of pages) {
      await started;
      // A page that the test closed itself took what it knew with it.
      if (!page.isClosed()) await write(page);
    }
  };
}

function start(page: Page): Promise<void> {
  return page.coverage.startJSCoverage({ resetOnNavigation: false });
}

/** A document that is left may take its notes with it. */
function writeBeforeLeaving(page: Page): void {
  async function note(): Promise<void> {
    await write(page);
    await start(page);
  }
  const goTo = page.goto.bind(page);
  const reload = page.reload.bind(page);
  Object.assign(page, {
    goto: (...words: Parameters<Page["goto"]>) => note().then(() => goTo(...words)),
    reload: (...words: Parameters<Page["reload"]>) => note().then(() => reload(...words)),
  });
}

/** In the form of NODE_V8_COVERAGE. */
async function write(page: Page): Promise<void> {
  const result = (await page.coverage.stopJSCoverage()).map(({ url, functions }) => ({ url, functions }));
  await writeFile(join(FOLDER ?? "", `page-${randomUUID()}.json`), JSON.stringify({ result }));
}
