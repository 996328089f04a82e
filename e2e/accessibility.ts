import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Wants all text inside a button in its name. Ours say what they do: the menu's button is not named after the person
 * whose initials it shows, a group's not after its next event (which describes it).
 */
const NAME_HOLDS_ALL_TEXT = "label-content-name-mismatch";

const WCAG_2_2_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * The page as it stands breaks none of the rules of WCAG 2.2 AA that a machine can check. The library's older mode looks
 * into no frames of other sites; there are none, and it needs no second page for its result.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().withTags(WCAG_2_2_AA).disableRules(NAME_HOLDS_ALL_TEXT);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  expect(found).toEqual([]);
}
