import type { CDPSession, Page, Worker } from "@playwright/test";

/** A notification that the system shows, as the service worker sees it. */
interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly badge: string;
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}

export interface PushedBrowser {
  readonly worker: Worker;
  readonly push: (data: string) => Promise<void>;
  readonly shown: () => Promise<Shown[]>;
  /** Presses the notification, or one of its actions. */
  readonly press: (action?: string) => Promise<void>;
}

/** The registration's id, as the browser's debugging interface names it. */
async function registrationOf(session: CDPSession): Promise<string> {
  const found = Promise.withResolvers<string>();
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const [registration] = registrations;
    if (registration !== undefined) found.resolve(registration.registrationId);
  });
  await session.send("ServiceWorker.enable");
  return found.promise;
}

/**
 * Opens the product, whose service worker then gets push messages through the DevTools protocol. A headless Chromium never
 * permits notifications: a list replaces what the system shows, and the test simulates presses.
 */
export async function openPushed(page: Page, url: string): Promise<PushedBrowser> {
  const context = page.context();
  await page.goto("/login");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const [running] = context.serviceWorkers();
  const worker = running ?? (await context.waitForEvent("serviceworker"));
  const session = await context.newCDPSession(page);
  const registrationId = await registrationOf(session);
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const shown = new Map<string, Notification>();
    Object.assign(scope.registration, {
      showNotification: async (title: string, options: NotificationOptions & { readonly tag: string }) => {
        const { tag } = options;
        const notification = { title, ...options, close: () => void (shown.get(tag) === made && shown.delete(tag)) };
        const made = notification as unknown as Notification;
        shown.set(tag, made);
      },
      getNotifications: async ({ tag }: { readonly tag?: string } = {}) =>
        [...shown.values()].filter((each) => tag === undefined || each.tag === tag),
    });
  });
  return {
    worker,
    shown: () =>
      worker.evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        const all = (await registration.getNotifications()) as (Notification &
          Pick<Shown, "badge"> &
          Partial<Pick<Shown, "actions">>)[];
        return all.map(({ title, body, tag, badge, actions }) => ({ title, body, tag, badge, actions: actions ?? [] }));
      }),
    async push(data) {
      await session.send("ServiceWorker.deliverPushMessage", { origin: url, registrationId, data });
    },
    press: (action = "") =>
      worker.evaluate(async (pressed) => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        const [notification] = await registration.getNotifications();
        const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined);
        const event = Object.assign(new Event("notificationclick"), { notification, action: pressed, waitUntil });
        globalThis.dispatchEvent(event);
      }, action),
  };
}
