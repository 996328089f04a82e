import { answerPage, type AskedAnswer, type PushMessage } from "#contract/accounts/push-message.ts";
import { answerByLink, notifications, pushSubscriptions } from "#contract/api-paths.ts";
import { serviceWorkerText } from "#text/notifications/notifications.ts";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";

declare const self: ServiceWorkerGlobalScope;

/** The part of the contract's `NotificationSettings` that a subscription needs. */
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
 * Replaces a subscription that the push service ended. The topics stay the same. If the session has ended, the call fails; the
 * page then offers notifications again.
 */
async function renewSubscription(old: PushSubscription | null, renewed: PushSubscription | null): Promise<void> {
  const subscription = renewed ?? (await subscribe());
  const replaced = old !== null && { replaces: old.endpoint };
  await call("POST", pushSubscriptions, { ...subscription.toJSON(), ...replaced });
}

const HOME = "/";
const UNREAD: PushMessage = { ...serviceWorkerText.unread, tag: "unread", url: HOME };

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function parseAsked(value: unknown): AskedAnswer | null {
  const { token, date, time, userId }: Partial<Record<string, unknown>> = Object(value);
  if (!isText(token) || !isText(date) || !isText(time)) return null;
  return { token, date, time, ...(isText(userId) && { userId }) };
}

/** Parses a pushed message. An invalid one becomes `UNREAD`, because browsers require a notification for each push. */
function parseMessage(text: string | undefined): PushMessage {
  try {
    const { title, body, tag, url, asked: question }: Record<string, unknown> = JSON.parse(text ?? "");
    if (!isText(title) || !isText(body) || !isText(tag) || !isText(url)) return UNREAD;
    const asked = parseAsked(question);
    return { title, body, tag, url, ...(asked !== null && { asked }) };
  } catch {
    return UNREAD;
  }
}

/** The full address of a page of this site. Any other address becomes that of the dashboard. */
function pageAddress(url: string, origin: string): string {
  const address = URL.canParse(url, origin) ? new URL(url, origin) : null;
  return address?.origin === origin ? address.href : new URL(HOME, origin).href;
}

type Answer = "present" | "absent";

/** With the options that TypeScript's library lacks, because not every browser has them. */
interface FullNotificationOptions extends NotificationOptions {
  readonly actions?: readonly { readonly action: Answer; readonly title: string }[];
  readonly renotify?: boolean;
}

/** Data that is stored in a notification and read when the user presses it. */
interface NotificationData {
  readonly message: PushMessage;
  /** The page that a press opens. */
  readonly url: string;
  /** Whether the notification only confirms that an answer was stored. */
  readonly isReceipt: boolean;
}

const ICON = "/icons/192.png";
/** The icon for status bars: one colour on a transparent background. */
const BADGE = "/icons/badge-96.png";
const RECEIPT_SHOWN_MS = 5_000;
const TIMEOUT_MS = 20_000;
const ANSWER_ACTIONS: NonNullable<FullNotificationOptions["actions"]> = [
  { action: "present", title: ANSWER_WORDS.present },
  { action: "absent", title: ANSWER_WORDS.absent },
];

function show(
  message: PushMessage,
  options: Omit<FullNotificationOptions, "data">,
  data: Omit<NotificationData, "message">,
): Promise<void> {
  // The tag names the event: a newer notification about the same event replaces this one.
  const common = { tag: message.tag, icon: ICON, badge: BADGE, lang: "fr", data: { ...data, message } };
  return self.registration.showNotification(message.title, { ...common, ...options });
}

function showMessage(message: PushMessage): Promise<void> {
  const actions = message.asked === undefined ? [] : ANSWER_ACTIONS;
  return show(message, { body: message.body, actions, renotify: true }, { url: message.url, isReceipt: false });
}

/** Confirms for a few seconds that the answer was stored. */
async function showReceipt(message: PushMessage, answer: Answer): Promise<void> {
  await show(message, { body: serviceWorkerText.noted[answer], silent: true }, { url: message.url, isReceipt: true });
  await new Promise((resolve) => setTimeout(resolve, RECEIPT_SHOWN_MS));
  const shown = await self.registration.getNotifications({ tag: message.tag });
  // A newer notification may have replaced the receipt meanwhile.
  for (const notification of shown) if ((notification.data as NotificationData).isReceipt) notification.close();
}

/** The part of the contract's `LinkedAnswer` that is used here. */
interface StoredAnswer {
  /** `null`: the event was moved, so everybody is asked again, and this answer was for the former date. */
  readonly answer: Answer | null;
  readonly event: Pick<AskedAnswer, "date" | "time">;
  readonly entrusted?: readonly { readonly id: string; readonly answer: Answer | null }[];
}

/** `void`: the link is no longer valid. `failed`: a retry may succeed. */
type Outcome = { readonly type: "noted"; readonly answer: Answer } | { readonly type: "moved" | "void" | "failed" };

const TOO_MANY = 429;

/** Whether a retry is useless, because the link is no longer valid: the event is over, or the account was deleted. */
function isRefused(status: number): boolean {
  return status >= 400 && status < 500 && status !== TOO_MANY;
}

/**
 * Sends the answer with the token of the message, which needs no session. It also sends the date that the notification showed,
 * because the event may have been moved since.
 */
async function sendAnswer({ token, date, time, userId }: AskedAnswer, status: Answer): Promise<Outcome> {
  try {
    const response = await fetch(answerByLink, {
      method: "POST",
      credentials: "omit",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, status, userId, givenFor: { date, time } }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (isRefused(response.status)) return { type: "void" };
    if (!response.ok) return { type: "failed" };
    const { answer: ownAnswer, event, entrusted } = (await response.json()) as StoredAnswer;
    const answer = userId === undefined ? ownAnswer : (entrusted?.find(({ id }) => id === userId)?.answer ?? null);
    const hasMoved = event.date !== date || event.time !== time;
    // The stored answer may be another one, if this person answered later on another device.
    if (answer !== null && (answer === status || !hasMoved)) return { type: "noted", answer };
    return { type: "moved" };
  } catch {
    return { type: "failed" };
  }
}

/** Sends the answer that the user pressed in a notification, and shows the outcome in another one. */
async function handleAnswer(message: PushMessage, asked: AskedAnswer, answer: Answer): Promise<void> {
  const outcome = await sendAnswer(asked, answer);
  const url = answerPage(asked, answer);
  switch (outcome.type) {
    case "noted":
      return showReceipt(message, outcome.answer);
    case "void":
      return show(message, { body: serviceWorkerText.void }, { url: message.url, isReceipt: false });
    case "moved":
      return show(message, { body: serviceWorkerText.moved }, { url, isReceipt: false });
    case "failed":
      return show(message, { body: serviceWorkerText.failed, actions: ANSWER_ACTIONS }, { url, isReceipt: false });
  }
}

/** Shows the page in an open window, or in a new one. */
async function openPage(url: string): Promise<void> {
  const address = pageAddress(url, self.location.origin);
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.find((client) => client.url === address) ?? windows[0];
  if (open === undefined) {
    await self.clients.openWindow(address);
    return;
  }
  // If the system refuses to focus this window, the page is still shown in it.
  await open.focus().catch(() => null);
  if (open.url !== address) await open.navigate(address);
}

function isAnswer(action: string): action is Answer {
  return action === "present" || action === "absent";
}

/** Shows pushed messages as notifications, and handles presses on them: an answer is sent without opening a page. */
export function listenForPushes(): void {
  self.addEventListener("push", (event) => event.waitUntil(showMessage(parseMessage(event.data?.text()))));

  self.addEventListener("notificationclick", (event) => {
    const { notification, action } = event;
    const { message, url } = notification.data as NotificationData;
    notification.close();
    const { asked } = message;
    event.waitUntil(asked !== undefined && isAnswer(action) ? handleAnswer(message, asked, action) : openPage(url));
  });

  self.addEventListener("pushsubscriptionchange", (event) =>
    event.waitUntil(renewSubscription(event.oldSubscription, event.newSubscription)),
  );
}
