/**
 * Goes back to the previous screen of this site. Calls `otherwise` if there is none, for example after a link in a mail. Also
 * calls it in browsers without the Navigation API, because `history` does not show whether the previous page is ours.
 */
export function goBack(otherwise: () => void): void {
  if (globalThis.navigation?.canGoBack) history.back();
  else otherwise();
}

/** Goes back if the previous screen has the address `path`. Calls `otherwise` if not. */
export function goBackTo(path: string, otherwise: () => void): void {
  const { navigation } = globalThis;
  const former = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  if (former?.url === new URL(path, location.href).href) history.back();
  else otherwise();
}
