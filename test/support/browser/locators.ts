import type { Locator, Page } from "@playwright/test";

/** The button with exactly this name. */
export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole("button", { name, exact: true });
}

/** The field with exactly this label. */
export function field(within: Page | Locator, label: string): Locator {
  return within.getByLabel(label, { exact: true });
}

/** The region with exactly this name. */
export function region(within: Page | Locator, name: string): Locator {
  return within.getByRole("region", { name, exact: true });
}
