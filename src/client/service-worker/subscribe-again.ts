import { notifications, pushSubscriptions } from "#contract/api-paths.ts";

declare const self: ServiceWorkerGlobalScope;

/** What this file needs of `NotificationSettings`. */
interface Settings {
  readonly pushKey: string;
}

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(path, { method, headers: { "content-type": "application/json" }, ...json });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response;
}

async function subscribe(): Promise<PushSubscription> {
  const { pushKey } = (await (await call("GET", notifications)).json()) as Settings;
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
}

/**
 * Replaces a subscription that the push service ended. The topics stay the same. If the session has ended, the page
 * offers notifications again.
 */
export async function subscribeAgain(old: PushSubscription | null, given: PushSubscription | null): Promise<void> {
  const current = given ?? (await subscribe());
  const replaced = old !== null && { replaces: old.endpoint };
  await call("POST", pushSubscriptions, { ...current.toJSON(), ...replaced });
}
