import besley from "../../fonts/besley.woff2";
import radioCanada from "../../fonts/radio-canada.woff2";

/** As in `styles/fonts.css`, which a test compares. */
export const FONTS = [
  { family: "Radio Canada", file: radioCanada, weight: "300 700" },
  { family: "Besley", file: besley, weight: "560" },
] as const;

/**
 * Loads the fonts. Not by the style sheet: a screen that the server rendered would ask for them before the scripts, and
 * on a slow network take their share of it. Fonts that are added change no styles, so the browser only lays the text out
 * again.
 */
export function addFonts(): void {
  for (const { family, file, weight } of FONTS) {
    const font = new FontFace(family, `url(${file})`, { weight, display: "swap" });
    document.fonts.add(font);
    // Without it, its fallback stays.
    font.load().catch(() => undefined);
  }
}
