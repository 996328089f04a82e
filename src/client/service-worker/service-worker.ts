import { createHandlerBoundToURL, getCacheKeyForURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { NO_SPACE_HEADER } from "#contract/front-door.ts";
import { listenForPushes } from "./notifications.ts";
import type { PageRequest } from "./page-request.ts";

declare const self: ServiceWorkerGlobalScope;
/** The built files to cache. `revision`: for files without a hash in their name. scripts/service-worker.mjs inserts the list. */
declare const PRECACHE_LIST: { readonly url: string; readonly revision: string | null }[];

const PAGE = "/index.html";
/** The page of an answer link, and its address. If the server is unreachable, the page says what to do. */
const ANSWER_PAGE = "/answer.html";
const ANSWER_LINKS = [/^\/answer(?:\?|$)/];
/**
 * Addresses that are never served from the cache: the API, and pages with a token in their address. The server sends these
 * pages with a stricter referrer policy than the cached page has. (The answer page also has a token; it has its own policy.)
 */
const NEVER_CACHED = [/^\/api/, /^\/(?:register|reset-password|confirm-email|unsubscribe|calendar\/|\.well-known\/)/];
/** How long to wait for the server's page, which has data, before the cached one is opened. */
const TIMEOUT_MS = 1_500;
/** The wait if a newer version is installed but not active: the cached page may have a bug that the newer one fixes. */
const TIMEOUT_WITH_NEWER_MS = 3_000;

// Caches the built files only: no responses of the API, and no page with personal data. The options keep the library from
// serving `/index.html` for `/` and `/answer.html` for `/answer`: the routes below do that.
precacheAndRoute(PRECACHE_LIST, { directoryIndex: "", cleanURLs: false });

/** Handles navigations: the server's page, which has data, or the cached page at `url` if the server is too slow. */
function networkFirst(url: string): ReturnType<typeof createHandlerBoundToURL> {
  const openCachedPage = createHandlerBoundToURL(url);
  return async (options) => {
    const timeoutMs = self.registration.waiting ? TIMEOUT_WITH_NEWER_MS : TIMEOUT_MS;
    return (await fetchPage(options.event as FetchEvent, timeoutMs)) ?? openCachedPage(options);
  };
}

/** `null` if the response is not there in time, or is an error, such as a proxy's while the server is down. */
async function fetchPage({ request, preloadResponse }: FetchEvent, timeoutMs: number): Promise<Response | null> {
  const abortion = new AbortController();
  const timer = setTimeout(() => abortion.abort(), timeoutMs);
  const timeout = new Promise<null>((resolve) => abortion.signal.addEventListener("abort", () => resolve(null)));
  try {
    const page = Promise.resolve(preloadResponse).then(
      (preloaded?: Response) => preloaded ?? fetch(request, { signal: abortion.signal }),
    );
    const response = await Promise.race([page, timeout]);
    return response?.ok === true || response?.headers.has(NO_SPACE_HEADER) === true ? response : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

registerRoute(new NavigationRoute(networkFirst(ANSWER_PAGE), { allowlist: ANSWER_LINKS }));
registerRoute(new NavigationRoute(networkFirst(PAGE), { denylist: NEVER_CACHED }));

// `claim`: pages that were opened before the worker was installed work offline too, and all pages notice a new version.
// Navigation preload (not in every browser): the browser requests the page while it starts the worker.
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
);

self.addEventListener("message", (event) => {
  const request: PageRequest = event.data;
  if (request.type === "activate") event.waitUntil(self.skipWaiting());
  else event.ports[0]?.postMessage(getCacheKeyForURL(request.url) !== undefined);
});

listenForPushes();
