/** Set by `public/page-start.js` on buttons and days that were pressed before the page's scripts ran: their order. */
const ATTRIBUTE = "data-pressed-early";

/** Takes what was pressed while nothing listened, in the order of the last press of each. */
export function takeEarlyPresses(root: HTMLElement): readonly HTMLElement[] {
  const pressed = [...root.querySelectorAll<HTMLElement>(`[${ATTRIBUTE}]`)];
  const inOrder = pressed.toSorted((one, other) => orderOf(one) - orderOf(other));
  for (const element of pressed) element.removeAttribute(ATTRIBUTE);
  return inOrder;
}

function orderOf(element: HTMLElement): number {
  return Number(element.getAttribute(ATTRIBUTE));
}
