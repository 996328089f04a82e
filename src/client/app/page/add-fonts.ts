import besley from "../../fonts/besley.woff2";
import radioCanada from "../../fonts/radio-canada.woff2";

/** The same fonts as in `styles/fonts.css`, which only the answer page and the front door use. A test compares both lists. */
export const FONTS = [
  { family: "Radio Canada", file: radioCanada, weight: "300 700" },
  { family: "Besley", file: besley, weight: "560" },
] as const;

/**
 * Loads the fonts by script. If the server rendered the screen, a style sheet would request them before the scripts, and the
 * scripts would arrive later on a slow network. When a font arrives, the browser only lays the text out again.
 */
export function addFonts(): void {
  for (const { family, file, weight } of FONTS) {
    const font = new FontFace(family, `url(${file})`, { weight, display: "swap" });
    document.fonts.add(font);
    // If it cannot be loaded, the fallback font stays.
    font.load().catch(() => undefined);
  }
}
