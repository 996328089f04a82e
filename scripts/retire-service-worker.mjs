/**
 * For the development server. The built product may have run at this address before and left a service worker, which
 * would show its cached pages. The browser updates it to this one, which removes itself and its caches, and reloads the
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
      middlewares.use("/sw.js", (_, response) => {
        response.setHeader("Content-Type", "text/javascript");
        response.end(RETIRING_WORKER);
      });
    },
  };
}
