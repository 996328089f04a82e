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
 * Opens the page and presses the buttons in turn. Returns for each tap the milliseconds from the press until a frame is
 * painted in which the button is pressed, or no longer; or, with a selector, in which that element has another text.
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
    // The first press costs a browser more, whatever is pressed.
    await page.mouse.click(1, 1);
    const buttons = buttonsOf(page);
    for (let tap = 0; tap < TAPS; tap += 1) {
      const box = await buttons[tap % buttons.length]?.boundingBox();
      if (!box) throw new Error("no button to tap");
      // A finger does not hover: the mouse is there before it presses.
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

/** Runs in the page: whether so many taps were shown. */
function isShown(taps: number): boolean {
  return performance.getEntriesByName("tap").length >= taps;
}

/** Runs in the page. */
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
