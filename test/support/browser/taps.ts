import { expect, type Locator, type Page } from "@playwright/test";

/** Screen sizes of the phones that these tests simulate. */
export const PHONES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
] as const;

/** Corners are checked this many pixels inside the button, because they are rounded. */
const INSET = 8;

/**
 * Taps the middle of `button` without waiting. Nothing may cover its middle or its corners. A button out of sight is first
 * scrolled into view, no further than needed.
 */
export async function tapAtOnce(page: Page, button: Locator): Promise<void> {
  await button.evaluate((element) => element.scrollIntoView({ block: "nearest", behavior: "instant" }));
  const { x, y, covered } = await button.evaluate((element, inset) => {
    const box = element.getBoundingClientRect();
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const corners = [box.left + inset, box.right - inset].flatMap((left) =>
      [box.top + inset, box.bottom - inset].map((top) => ({ x: left, y: top })),
    );
    const over = [middle, ...corners].map((point) => document.elementFromPoint(point.x, point.y));
    return {
      ...middle,
      covered: over.filter((top) => !element.contains(top)).map((top) => top?.outerHTML ?? "nothing"),
    };
  }, INSET);
  expect(covered, "what lies over the button").toEqual([]);
  await page.touchscreen.tap(x, y);
}
