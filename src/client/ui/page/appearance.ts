export const APPEARANCES = ["system", "light", "dark"] as const;

export type Appearance = (typeof APPEARANCES)[number];

/** Read before the first paint by public/page-start.js. */
const STORAGE_KEY = "appearance";

export function currentAppearance(): Appearance {
  const theme = document.documentElement.dataset["theme"];
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** The browser's own bars follow: index.html has one `theme-color` per scheme. */
function tintBrowser(appearance: Appearance): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-scheme]")) {
    const scheme = meta.dataset["scheme"] ?? "";
    if (appearance === "system") meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = scheme === appearance ? "all" : "not all";
  }
}

/** Takes effect at once. If it cannot be stored, it lasts until the page is left. */
export function chooseAppearance(appearance: Appearance): void {
  const root = document.documentElement;
  if (appearance === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = appearance;
  tintBrowser(appearance);
  try {
    if (appearance === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, appearance);
  } catch {
    // Not worth an error: the choice still holds on this page.
  }
}
