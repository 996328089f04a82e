import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Locator, Page } from "@playwright/test";
import { type Visit, whenVisible, withSlowedPage } from "./slowed-page.ts";

const TAPS = 20;
/** Before the first tap, so that the load is over. */
const SETTLE_MS = 2000;
/** Between taps: longer than an answer takes to be sent and acknowledged. */
const PAUSE_MS = 400;

/**
 * Opens the page and presses the buttons in turn. Returns for each tap the milliseconds from the press until a frame is
 * painted in which the button is pressed, or no longer.
 */
export async function tapInTurn(
  browser: Browser,
  visit: Visit,
  buttonsOf: (page: Page) => readonly Locator[],
): Promise<number[]> {
  return withSlowedPage(browser, visit, async ({ page }) => {
    await page.goto(visit.url, { waitUntil: "commit" });
    await whenVisible(page);
    await sleep(SETTLE_MS);
    await page.evaluate(observeTaps);
    // The first press costs a browser more, whatever is pressed.
    await page.mouse.click(1, 1);
    const buttons = buttonsOf(page);
    for (let tap = 0; tap < TAPS; tap += 1) {
      const box = await buttons[tap % buttons.length]?.boundingBox();
      if (!box) throw new Error("no button to tap");
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await sleep(PAUSE_MS);
    }
    const times = await page.evaluate(() => performance.getEntriesByName("tap").map(({ duration }) => duration));
    if (times.length !== TAPS) throw new Error(`${times.length} of ${TAPS} taps were shown`);
    return times;
  });
}

/** Runs in the page. */
function observeTaps(): void {
  addEventListener(
    "click",
    ({ target, timeStamp: start }) => {
      const button = target instanceof Element ? target.closest("[aria-pressed]") : null;
      const before = button?.ariaPressed;

      function look(): void {
        if (button?.ariaPressed === before) return void requestAnimationFrame(look);
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
