import { createHandlerBoundToURL, getCacheKeyForURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { listenForPushes } from "./notifications.ts";
import type { PageRequest } from "./page-request.ts";

declare const self: ServiceWorkerGlobalScope;
/** The built files to cache. Files without a hash in their name have a revision. scripts/service-worker.mjs inserts the list. */
declare const PRECACHE_LIST: { readonly url: string; readonly revision: string | null }[];

const PAGE = "/index.html";
/** The page of an answer link, and its address. It says what to do while the server does not answer. */
const ANSWER_PAGE = "/answer.html";
const ANSWER_LINKS = [/^\/answer(?:\?|$)/];
/**
 * Never served from the cache: the API, and addresses with a token, whose pages the server sends with a stricter referrer
 * policy than the stored one. Nobody needs them offline. The answer page has a token too, and its own policy.
 */
const FROM_THE_SERVER = [
  /^\/api/,
  /^\/(?:register|reset-password|confirm-email|unsubscribe|calendar\/|\.well-known\/)/,
];
/** The server's page, which comes with its data, is waited for this long before the stored one is shown. */
const PATIENCE_MS = 1_500;
/** A newer page is worth a longer wait: the stored one may be broken. */
const PATIENCE_FOR_NEWER_MS = 3_000;

// Only the files of this version are stored. The worker stores no answers of the API, and no page with personal data.
precacheAndRoute(PRECACHE_LIST, { directoryIndex: "", cleanURLs: false });

/** Opens the server's page, which comes with its data, or the stored one if that does not come in time. */
function pageOpener(url: string): ReturnType<typeof createHandlerBoundToURL> {
  const openStoredPage = createHandlerBoundToURL(url);
  return async (options) => {
    const patience = self.registration.waiting ? PATIENCE_FOR_NEWER_MS : PATIENCE_MS;
    return (await pageOfServer(options.event as FetchEvent, patience)) ?? openStoredPage(options);
  };
}

/** `null` if the page does not come in time, or the response is an error, such as a proxy's while the server is down. */
async function pageOfServer({ request, preloadResponse }: FetchEvent, patience: number): Promise<Response | null> {
  const givingUp = new AbortController();
  const timer = setTimeout(() => givingUp.abort(), patience);
  const tooLate = new Promise<null>((resolve) => givingUp.signal.addEventListener("abort", () => resolve(null)));
  try {
    const coming = Promise.resolve(preloadResponse).then(
      (preloaded?: Response) => preloaded ?? fetch(request, { signal: givingUp.signal }),
    );
    const response = await Promise.race([coming, tooLate]);
    return response?.ok === true ? response : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

registerRoute(new NavigationRoute(pageOpener(ANSWER_PAGE), { allowlist: ANSWER_LINKS }));
registerRoute(new NavigationRoute(pageOpener(PAGE), { denylist: FROM_THE_SERVER }));

// Pages opened before the worker was installed work offline too, and all pages are notified of a new version.
// Navigation preload, if supported: the browser asks the server while it starts the worker.
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
);

self.addEventListener("message", (event) => {
  const request: PageRequest = event.data;
  if (request.type === "activate") event.waitUntil(self.skipWaiting());
  else event.ports[0]?.postMessage(getCacheKeyForURL(request.url) !== undefined);
});

listenForPushes();
