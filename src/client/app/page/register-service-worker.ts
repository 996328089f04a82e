/**
 * Has the browser keep the page, so that it opens offline too. Where it cannot (an old browser, an insecure address) the
 * page works as ever. What follows its updates comes when it is kept: the first visit does not wait for it.
 */
export function registerServiceWorker(): void {
  window.addEventListener("load", () => void register());
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register("/sw.js");
    const registration = await navigator.serviceWorker.ready;
    const updates = await import("./page-update-line.tsx");
    updates.showPageUpdates(registration);
  } catch {
    // Nobody misses what they never had.
  }
}
