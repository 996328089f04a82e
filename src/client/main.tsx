import { loadFirstScreen } from "./app/app.tsx";
import { addFonts } from "./app/page/add-fonts.ts";
import { createBrowserEnvironment, type Environment } from "./app/page/browser-environment.ts";
import { letBrowserPaint, sessionOfPage, showPage } from "./app/rendering/show-page.tsx";
import { wait } from "./http/back-off.ts";

/** Elements that react to a click. */
const CONTROL = "a, button, td, li";

function controlOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest(CONTROL) : null;
}

/**
 * Ignores the second half of a double click if the first half began on another element: a screen that closed, or a card
 * that was deleted. The element now under the pointer is not the one the user meant. For the life of the page.
 */
function ignoreSplitDoubleClicks(page: Document): void {
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

/**
 * Lets the browser store the page so that it opens offline. Where it cannot (an old browser, an insecure address) the
 * page works as usual. The code that follows updates is loaded after registration, so the first visit does not wait for
 * it.
 */
function registerServiceWorker(): void {
  // On a screen that the server rendered, the scripts may start after the `load` event.
  if (document.readyState === "complete") void register();
  else window.addEventListener("load", () => void register());
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register("/sw.js");
    const registration = await navigator.serviceWorker.ready;
    const updates = await import("./app/page/page-updates.tsx");
    updates.showPageUpdates(registration);
  } catch {
    // Without a service worker only the offline page is missing.
  }
}

/** The page is shown after this time even if the browser's storage does not answer. */
const LATEST_MS = 500;

/**
 * Resolves once the page can show its first screen with the data that came with it. Drawing the screen first without the
 * data would take a phone a quarter longer. Returns whether the screen's code was loaded.
 */
async function untilFirstDrawing({ session, source }: Environment): Promise<boolean> {
  try {
    await loadFirstScreen(window.location.pathname, session.state().user !== null);
    // The server's answer whether a planning is shared may have come meanwhile.
    await Promise.race([source.firstViewChecked(), wait(LATEST_MS)]);
    return true;
  } catch {
    return false;
  }
}

async function start(): Promise<void> {
  await letBrowserPaint();
  addFonts();
  // Not in development: `npm run dev` must always show the current sources.
  if (import.meta.env.PROD) registerServiceWorker();
  // Before the session's store takes it.
  const answered = sessionOfPage();
  const { promise: drawn, resolve: handleDrawn } = Promise.withResolvers<void>();
  const environment = createBrowserEnvironment(answered, drawn);
  const isLoaded = await untilFirstDrawing(environment);
  showPage(environment, { answered, isLoaded, onDrawn: handleDrawn });
}

ignoreSplitDoubleClicks(document);
void start();
