/** Whether this browser receives push notifications. */
export type DeviceState =
  | { readonly type: "unsupported" }
  /** An iPhone or iPad, where only an installed page can get notifications. */
  | { readonly type: "to_install" }
  | { readonly type: "blocked" }
  | { readonly type: "inactive" }
  /** Subscribed. The id is the server's id of the subscription. */
  | { readonly type: "active"; readonly id: string };

export type SubscribingFailure = "blocked" | "not_allowed" | "no_service";

const ID_BYTES = 16;

/** The server's id of a subscription: the first bytes of the SHA-256 of its endpoint. */
async function subscriptionId(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return base64Url(new Uint8Array(digest).subarray(0, ID_BYTES));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function isSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** On iPhones and iPads, only an installed page has the Push API. */
function needsInstallation(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent) && !matchMedia("(display-mode: standalone)").matches;
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The server's key in a subscription, in base64url. A subscription with another key gets nothing from this server. */
function keyOf({ options }: PushSubscription): string | null {
  return options.applicationServerKey === null ? null : base64Url(new Uint8Array(options.applicationServerKey));
}

/** The current state of this browser. */
export async function readDevice(): Promise<DeviceState> {
  if (!isSupported()) return { type: needsInstallation() ? "to_install" : "unsupported" };
  if (Notification.permission === "denied") return { type: "blocked" };
  const subscription = await currentSubscription();
  if (subscription === null || Notification.permission !== "granted") return { type: "inactive" };
  return { type: "active", id: await subscriptionId(subscription.endpoint) };
}

/** Subscribes this browser. Call it in a press handler before any `await`: else some browsers do not ask the user. */
export async function subscribe(pushKey: string): Promise<PushSubscription | SubscribingFailure> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "not_allowed";
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration === undefined) return "no_service";
    const current = await registration.pushManager.getSubscription();
    if (current !== null && keyOf(current) === pushKey) return current;
    await current?.unsubscribe();
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  } catch {
    return "no_service";
  }
}

/** Ends this browser's subscription, if there is one. */
export async function unsubscribe(): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
}
