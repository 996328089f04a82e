import { RENDERED_VIEW_ATTRIBUTE, type RenderedView } from "#contract/visit/visit-data.ts";

/** Lets frames and presses go before the work that follows, if the server rendered the first screen. */
export async function leaveFrames(): Promise<void> {
  if (document.documentElement.hasAttribute(RENDERED_VIEW_ATTRIBUTE))
    await new Promise<void>(window.pageStart.afterPaint);
}

/**
 * Takes what the server supposed when it rendered the first screen; `null` if it rendered none. From now on the page itself
 * listens to presses, and its screen is visible: replace what the server rendered in the same task, or take it over.
 */
export function takeRenderedView(): RenderedView | null {
  const { documentElement: html } = document;
  const text = html.getAttribute(RENDERED_VIEW_ATTRIBUTE);
  html.removeAttribute(RENDERED_VIEW_ATTRIBUTE);
  // Unchecked, as the data that came with the page: both are of the version of its scripts.
  return text === null ? null : (JSON.parse(text) as RenderedView);
}
