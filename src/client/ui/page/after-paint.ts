/**
 * Calls `task` once, when what is shown now is painted, or the page is about to be hidden. The observer's first report
 * comes after the next frame, and unlike an animation frame also while a test has stopped the page's clock.
 */
export function afterPaint(task: () => void): void {
  const frames = new IntersectionObserver(finish);
  let isDone = false;

  function finish(): void {
    if (isDone) return;
    isDone = true;
    frames.disconnect();
    document.removeEventListener("visibilitychange", finish);
    task();
  }

  frames.observe(document.documentElement);
  // A hidden page has no frames.
  document.addEventListener("visibilitychange", finish);
  if (document.hidden) finish();
}
