/**
 * Goes back to the previous screen of this page. Calls `otherwise` if there is none (a link from outside), or if the
 * browser cannot tell: only the Navigation API separates our own history entries from those of other sites.
 */
export function goBack(otherwise: () => void): void {
  if (globalThis.navigation?.canGoBack) history.back();
  else otherwise();
}
