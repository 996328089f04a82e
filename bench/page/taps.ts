import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Locator, Page } from "@playwright/test";
import { type Visit, whenVisible, withSlowedPage } from "./slowed-page.ts";

const TAPS = 20;
/** Before the first tap, so that the load is over. */
const SETTLE_MS = 2000;
/** Between taps: longer than an answer takes to be sent and acknowledged. */
const PAUSE_MS = 400;
const HOVER_MS = 150;
const LOOK_AGAIN_MS = 50;

/**
 * Opens the page and presses the buttons in turn. Returns for each tap the milliseconds until its effect is painted: the
 * button's `aria-pressed` changes or, if `changing` is a selector, the text of that element.
 */
export async function tapInTurn(
  browser: Browser,
  visit: Visit,
  buttonsOf: (page: Page) => readonly Locator[],
  changing: string | null = null,
): Promise<number[]> {
  return withSlowedPage(browser, visit, async ({ page }) => {
    await page.goto(visit.url, { waitUntil: "commit" });
    await whenVisible(page);
    await sleep(SETTLE_MS);
    await page.evaluate(observeTaps, changing);
    // Warm-up: the first press of a browser always takes longer.
    await page.mouse.click(1, 1);
    const buttons = buttonsOf(page);
    for (let tap = 0; tap < TAPS; tap += 1) {
      const box = await buttons[tap % buttons.length]?.boundingBox();
      if (!box) throw new Error("no button to tap");
      // A finger does not hover, so the hover effect must be over before the press.
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await sleep(HOVER_MS);
      await page.mouse.down();
      await page.mouse.up();
      await page.waitForFunction(isShown, tap + 1, { polling: LOOK_AGAIN_MS });
      await sleep(PAUSE_MS);
    }
    return page.evaluate(() => performance.getEntriesByName("tap").map(({ duration }) => duration));
  });
}

/** Runs in the page: whether the effects of this many taps were painted. */
function isShown(taps: number): boolean {
  return performance.getEntriesByName("tap").length >= taps;
}

/** Runs in the page: records a measure `tap` from each click until its effect is painted. */
function observeTaps(changing: string | null): void {
  addEventListener(
    "click",
    ({ target, timeStamp: start }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      const state = () => (changing === null ? button?.ariaPressed : document.querySelector(changing)?.textContent);
      const before = state();

      function look(): void {
        if (state() === before) return void requestAnimationFrame(look);
        // A message that is sent from a frame's callback arrives once the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => performance.measure("tap", { start, end: performance.now() }));
        port1.start();
        port2.postMessage(null);
      }
      if (button !== null) requestAnimationFrame(look);
    },
    { capture: true },
  );
}
