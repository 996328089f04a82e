import type { Page } from "@playwright/test";

/** The scripts of the application, not those that the page's head runs. */
export const SCRIPTS = /\/assets\/.*\.js$/;

/** Delays the page's scripts until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<undefined>();
  await page.route(SCRIPTS, async (route) => {
    await released.promise;
    await route.fallback();
  });
  return () => released.resolve(undefined);
}
