/**
 * Lets the browser store the page so that it opens offline. Where it cannot (an old browser, an insecure address) the
 * page works as usual. The code that follows updates is loaded after registration, so the first visit does not wait for
 * it.
 */
export function registerServiceWorker(): void {
  // On a screen that the server rendered, the scripts may start after it.
  if (document.readyState === "complete") void register();
  else window.addEventListener("load", () => void register());
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register("/sw.js");
    const registration = await navigator.serviceWorker.ready;
    const updates = await import("./page-update-line.tsx");
    updates.showPageUpdates(registration);
  } catch {
    // Without a service worker only the offline page is missing.
  }
}
