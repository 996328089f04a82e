export const APPEARANCES = ["system", "light", "dark"] as const;

export type Appearance = (typeof APPEARANCES)[number];

/** public/page-start.js reads it before the first paint. */
const STORAGE_KEY = "appearance";

export function currentAppearance(): Appearance {
  const theme = document.documentElement.dataset["theme"];
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Applies the appearance at once and stores it. If it cannot be stored, it lasts until the page is closed. */
export function chooseAppearance(appearance: Appearance): void {
  window.pageStart.showAppearance(appearance);
  try {
    if (appearance === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, appearance);
  } catch {
    // The browser blocks the storage: the choice lasts on this page only.
  }
}
