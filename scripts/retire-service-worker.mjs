/** For the development server: the built product may have left a service worker at this address, with its own page. */

/** Also the way out for a product without one: served as /sw.js, it takes away itself, what was stored, and the old pages. */
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
