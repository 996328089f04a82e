/** What a press may set off. */
const CONTROL = "a, button";

function controlOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest(CONTROL) : null;
}

/**
 * The second half of a double press does nothing where the first half began on something else: a screen that went, a card
 * that was deleted. What lies there now is not what the person pressed. For the life of the page.
 */
export function keepPressesWhole(page: Document): void {
  let begunOn: Element | null = null;
  page.addEventListener(
    "mousedown",
    (event) => {
      if (event.detail <= 1) begunOn = controlOf(event);
    },
    true,
  );
  page.addEventListener(
    "click",
    (event) => {
      const control = controlOf(event);
      if (event.detail <= 1 || control === null || control === begunOn) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}
