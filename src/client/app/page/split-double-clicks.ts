/** Elements that react to a click. */
const CONTROL = "a, button, td, li";

function controlOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest(CONTROL) : null;
}

/**
 * Ignores the second half of a double click if the first half began on another element: a screen that closed, or a card
 * that was deleted. The element now under the pointer is not the one the user meant. For the life of the page.
 */
export function ignoreSplitDoubleClicks(page: Document): void {
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
