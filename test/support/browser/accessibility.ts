import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, type ViewportSize } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";

/** The minified file, which a page compiles in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const OPTIONS: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  // WCAG 2.5.3. Off by default because axe calls the rule experimental.
  rules: { "label-content-name-mismatch": { enabled: true } },
  resultTypes: ["violations"],
  elementRef: true,
  // None of these rules reads style sheets.
  preload: { assets: ["media"] },
};

/** The rules that check colours, for the dark scheme. It changes nothing else, as `test/house.test.ts` checks. */
const COLOUR_OPTIONS: RunOptions = {
  ...OPTIONS,
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
  rules: {},
};

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;
const SCHEMES = [
  ["light", OPTIONS],
  ["dark", COLOUR_OPTIONS],
] as const;

/**
 * Checks the page in its present state on a phone and on a wide screen, light and dark: it breaks none of the WCAG 2.2 AA
 * rules that a machine can check, and does not scroll sideways. Afterwards the size is as before, colours are not emulated
 * any more, and motion stays reduced. A test that runs once on a phone and once on a wide screen names its own size.
 */
export async function expectAccessible(page: Page, sizes: readonly ViewportSize[] = SIZES): Promise<void> {
  const before = page.viewportSize();
  for (const [index, size] of sizes.entries()) {
    await page.setViewportSize(size);
    // A target that is partly under the header would count as too small.
    await page.evaluate(() => scrollTo(0, 0));
    // Every second size starts with the scheme of the size before, because changing the scheme restyles the whole page.
    for (const [colorScheme, options] of index % 2 === 0 ? SCHEMES : SCHEMES.toReversed()) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await violationsOn(page, options), `${colorScheme}, ${size.width} wide`).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
}

/** The broken rules, each as `rule: elements`. */
async function violationsOn(page: Page, options: RunOptions): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) {
    await page.evaluate(AXE);
    // By default it serialises each element that it looks at, and most break no rule.
    await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.configure({ noHtml: true }));
  }
  return page.evaluate(async (chosen) => {
    // Contrast is checked with the final colours, not those in the middle of an animation.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, chosen);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.element?.outerHTML.slice(0, 300)).join(" | ")}`,
    );
  }, options);
}
