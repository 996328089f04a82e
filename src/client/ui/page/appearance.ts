export const APPEARANCES = ["system", "light", "dark"] as const;

export type Appearance = (typeof APPEARANCES)[number];

/** public/page-start.js reads it before the first paint. */
const STORAGE_KEY = "appearance";

export function currentAppearance(): Appearance {
  const theme = document.documentElement.dataset["theme"];
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Sets the colour of the browser's bars: index.html has one `theme-color` for each colour scheme. */
function setThemeColor(appearance: Appearance): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-scheme]")) {
    const scheme = meta.dataset["scheme"] ?? "";
    if (appearance === "system") meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = scheme === appearance ? "all" : "not all";
  }
}

/** Applies the appearance at once and stores it. If it cannot be stored, it lasts until the page is closed. */
export function chooseAppearance(appearance: Appearance): void {
  const root = document.documentElement;
  if (appearance === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = appearance;
  setThemeColor(appearance);
  try {
    if (appearance === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, appearance);
  } catch {
    // The browser blocks the storage: the choice lasts on this page only.
  }
}
