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
 * Ignores the second click of a double click if the first one hit another element, for example a dialog that then closed.
 * The user did not mean the element that is now under the pointer.
 */
function ignoreSplitDoubleClicks(page: Document): void {
  let firstControl: Element | null = null;
  page.addEventListener(
    "mousedown",
    (event) => {
      if (event.detail <= 1) firstControl = controlOf(event);
    },
    true,
  );
  page.addEventListener(
    "click",
    (event) => {
      const control = controlOf(event);
      if (event.detail <= 1 || control === null || control === firstControl) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

/** Lets the browser store the page, so that it opens offline. Old browsers and insecure addresses do not support this. */
function registerServiceWorker(): void {
  // If the server rendered the screen, these scripts may start after the `load` event.
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

/** The page is shown after this time even if IndexedDB does not respond. */
const WAIT_MAX_MS = 500;

/**
 * Waits until the page can show its first screen with the data that came with it: drawing it twice, first without the data,
 * would take a phone 25 % longer. Returns whether the screen's code was loaded.
 */
async function prepareFirstScreen({ session, source }: Environment): Promise<boolean> {
  try {
    await loadFirstScreen(window.location.pathname, session.state().user !== null);
    // Called only now: an earlier call would miss a first view that was started while the code was loading.
    await Promise.race([source.firstViewChecked(), wait(WAIT_MAX_MS)]);
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
  // Read it before the session store takes it.
  const pageSession = sessionOfPage();
  const { promise: drawn, resolve: handleDrawn } = Promise.withResolvers<void>();
  const environment = createBrowserEnvironment(pageSession, drawn);
  const isLoaded = await prepareFirstScreen(environment);
  showPage(environment, { pageSession, isLoaded, onDrawn: handleDrawn });
}

ignoreSplitDoubleClicks(document);
void start();
