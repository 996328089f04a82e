import besley from "../../fonts/besley.woff2";
import radioCanada from "../../fonts/radio-canada.woff2";

/** The same as in `styles/fonts.css`, which only the answer page and the front door use. A test compares them. */
export const FONTS = [
  { family: "Radio Canada", file: radioCanada, weight: "300 700" },
  { family: "Besley", file: besley, weight: "560" },
] as const;

/**
 * Loads the fonts. Where the server rendered the screen, a style sheet would request them before the scripts, which would
 * arrive later on a slow network. Fonts that a script adds change no styles, so the browser only lays the text out again.
 */
export function addFonts(): void {
  for (const { family, file, weight } of FONTS) {
    const font = new FontFace(family, `url(${file})`, { weight, display: "swap" });
    document.fonts.add(font);
    // If it cannot be loaded, the fallback font stays.
    font.load().catch(() => undefined);
  }
}
