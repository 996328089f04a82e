import besley from "../../fonts/besley.woff2";
import radioCanada from "../../fonts/radio-canada.woff2";

/** As in `styles/fonts.css`, which a test compares. */
export const FONTS = [
  { family: "Radio Canada", file: radioCanada, weight: "300 700" },
  { family: "Besley", file: besley, weight: "560" },
] as const;

/**
 * Loads the fonts. If the style sheet did, the browser would request them before the scripts on a screen that the server
 * rendered, and the scripts would come later on a slow network. Fonts that a script adds change no styles, so the browser
 * only lays the text out again.
 */
export function addFonts(): void {
  for (const { family, file, weight } of FONTS) {
    const font = new FontFace(family, `url(${file})`, { weight, display: "swap" });
    document.fonts.add(font);
    // If it cannot be loaded, the fallback font stays.
    font.load().catch(() => undefined);
  }
}
