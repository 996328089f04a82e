import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

const OPTIONS: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  rules: {
    // Wants all text inside a button in its name. Ours say what they do: the menu's button is not named after the person
    // whose initials it shows, a group's not after its next event (which describes it).
    "label-content-name-mismatch": { enabled: false },
  },
  resultTypes: ["violations"],
};

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;

/**
 * The page as it stands, on a phone and on a wide screen, light and dark, scrolls nothing sideways and breaks none of the
 * rules of WCAG 2.2 AA that a machine can check. It is left as it was but for its motion, which stays reduced.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await violationsOn(page), `${colorScheme}, ${size.width} wide`).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
}

/** `rule: elements`, for each rule that is broken while nothing moves. */
async function violationsOn(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    // Colours are checked as they are at rest, not halfway through a change.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  }, OPTIONS);
}
