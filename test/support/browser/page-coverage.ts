import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";

/** The folder to which scripts/coverage.mjs wants coverage written. Not set in ordinary runs. */
const FOLDER = process.env["PAGE_COVERAGE"];

/** Records the code coverage of all new pages of this context. @returns a function that stops and writes the records */
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
      // The coverage of a page that the test closed is lost.
      if (!page.isClosed()) await write(page);
    }
  };
}

function start(page: Page): Promise<void> {
  return page.coverage.startJSCoverage({ resetOnNavigation: false });
}

/** Makes the page write its coverage before each navigation, which may lose that of the former document. */
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

/** Writes one file, in the format of NODE_V8_COVERAGE. */
async function write(page: Page): Promise<void> {
  const result = (await page.coverage.stopJSCoverage()).map(({ url, functions }) => ({ url, functions }));
  await writeFile(join(FOLDER ?? "", `page-${randomUUID()}.json`), JSON.stringify({ result }));
}
