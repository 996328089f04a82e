/** Set by `public/page-start.js` on buttons that were pressed before the page's scripts ran: their order, from 0. */
const ATTRIBUTE = "data-pressed-early";

/** Takes the buttons that were pressed while nothing listened, in the order of their last press. */
export function takeEarlyPresses(root: HTMLElement): readonly HTMLButtonElement[] {
  const buttons = [...root.querySelectorAll<HTMLButtonElement>(`button[${ATTRIBUTE}]`)];
  const inOrder = buttons.toSorted((one, other) => orderOf(one) - orderOf(other));
  for (const button of buttons) button.removeAttribute(ATTRIBUTE);
  return inOrder;
}

function orderOf(button: HTMLButtonElement): number {
  return Number(button.getAttribute(ATTRIBUTE));
}
