import { RENDERED_VIEW_ATTRIBUTE, type RenderedView } from "#contract/visit/rendered-view.ts";
import { afterPaint } from "../../ui/page/after-paint.ts";

/** Set by `public/page-start.js` where this browser shows another user or another group: nobody sees the screen. */
const HIDDEN_ATTRIBUTE = "data-rendered-otherwise";

/** Whether the server rendered the first screen, and the page has not taken it over yet. */
function hasRenderedScreen(): boolean {
  return document.documentElement.hasAttribute(RENDERED_VIEW_ATTRIBUTE);
}

/** Lets frames and presses go before the work that follows, if the server rendered the first screen. */
export async function leaveFrames(): Promise<void> {
  if (hasRenderedScreen()) await new Promise<void>(afterPaint);
}

/**
 * Takes what the server supposed when it rendered the first screen; `null` if it rendered none. From now on, the page
 * itself listens to presses.
 */
export function takeRenderedView(): RenderedView | null {
  const { documentElement: html } = document;
  const text = html.getAttribute(RENDERED_VIEW_ATTRIBUTE);
  html.removeAttribute(RENDERED_VIEW_ATTRIBUTE);
  // Unchecked, as the data that came with the page: both are of the version of its scripts.
  return text === null ? null : (JSON.parse(text) as RenderedView);
}

/** To be called once the page has replaced that screen by its own. */
export function showAgain(): void {
  document.documentElement.removeAttribute(HIDDEN_ATTRIBUTE);
}
