/** For the development server: the built product may have left a service worker at this address, with its own page. */

/**
 * Also for a product that no longer has a service worker: served as /sw.js, it removes itself, its caches, and the old
 * pages.
 */
const RETIRING_WORKER = `
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(retire()));
async function retire() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll()) client.navigate(client.url);
}
`;

/** @returns {import("vite").Plugin} */
export function retireServiceWorker() {
  return {
    name: "retire-service-worker",
    apply: "serve",
    configureServer({ middlewares }) {
      middlewares.use("/sw.js", (_, answer) => {
        answer.setHeader("Content-Type", "text/javascript");
        answer.end(RETIRING_WORKER);
      });
    },
  };
}
