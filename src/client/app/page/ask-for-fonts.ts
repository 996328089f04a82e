/** As in `styles/fonts.css`, which a test compares. */
export const FONTS: readonly string[] = ['1em "Radio Canada"', '560 1em "Besley"'];

/**
 * Asks for the fonts before the first text needs them. Not from the page's head: on a slow network they would take
 * their share of it while the scripts are on their way.
 */
export function askForFonts(): void {
  for (const font of FONTS) {
    // Without it, its fallback stays.
    document.fonts.load(font).catch(() => undefined);
  }
}
