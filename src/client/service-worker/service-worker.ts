import { createHandlerBoundToURL, getCacheKeyForURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import type { PageRequest } from "./page-request.ts";

declare const self: ServiceWorkerGlobalScope;
/** Every file of the page as it was built, with a revision where its name has none; scripts/service-worker.mjs fills it in. */
declare const PRECACHE_LIST: { readonly url: string; readonly revision: string | null }[];

const PAGE = "/index.html";
/**
 * The API is no page. The addresses of a password reset and of an invitation hold a token: the server gives these pages
 * a stricter referrer policy than the one stored with the page, and nobody needs them offline.
 */
const FROM_THE_SERVER = [/^\/api/, /^\/(?:register|reset-password)/];
/** As long as somebody waits for the newer page before the stored one must do. */
const PATIENCE_MS = 3_000;

// Nothing but the files of this version is ever stored: answers of the API go past the worker.
precacheAndRoute(PRECACHE_LIST, { directoryIndex: "", cleanURLs: false });
const openStoredPage = createHandlerBoundToURL(PAGE);

/**
 * While a newer version waits for open pages to close, whoever opens or reloads one gets it from the server: so nobody
 * is held by a stored page that is broken. Otherwise the stored page, at once.
 */
const openPage: typeof openStoredPage = async (options) => {
  const newer = self.registration.waiting ? await pageOfServer() : null;
  return newer ?? openStoredPage(options);
};

async function pageOfServer(): Promise<Response | null> {
  try {
    const response = await fetch(PAGE, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok ? response : null;
  } catch {
    return null;
  }
}

registerRoute(new NavigationRoute(openPage, { denylist: FROM_THE_SERVER }));

// Pages that were opened before there was a worker are kept offline too, and all pages hear of a change of version.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const request: PageRequest = event.data;
  if (request.type === "activate") event.waitUntil(self.skipWaiting());
  else event.ports[0]?.postMessage(getCacheKeyForURL(request.url) !== undefined);
});
