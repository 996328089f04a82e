/**
 * Back to the page's screen before this one, as it was left; `otherwise` where there is none: a link from outside, or a
 * browser that does not tell (the Navigation API is what tells our own entries from those of other sites).
 */
export function goBack(otherwise: () => void): void {
  if (globalThis.navigation?.canGoBack) history.back();
  else otherwise();
}
