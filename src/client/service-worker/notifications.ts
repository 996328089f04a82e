import { answerPage, type AskedAnswer, type PushMessage } from "#contract/accounts/push-message.ts";
import { answerByLink, notifications, pushSubscriptions } from "#contract/api-paths.ts";
import { serviceWorkerText } from "#text/notifications/notifications.ts";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";

declare const self: ServiceWorkerGlobalScope;

/** What a subscription needs of `NotificationSettings`. */
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
async function subscribeAgain(old: PushSubscription | null, given: PushSubscription | null): Promise<void> {
  const current = given ?? (await subscribe());
  const replaced = old !== null && { replaces: old.endpoint };
  await call("POST", pushSubscriptions, { ...current.toJSON(), ...replaced });
}

const HOME = "/";
const UNREAD: PushMessage = { ...serviceWorkerText.unread, tag: "unread", url: HOME };

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function readAsked(value: unknown): AskedAnswer | null {
  const { token, date, time, userId }: Partial<Record<string, unknown>> = Object(value);
  if (!isText(token) || !isText(date) || !isText(time)) return null;
  return { token, date, time, ...(isText(userId) && { userId }) };
}

/** The message that was pushed. Browsers require a notification for each push, even for one that cannot be read. */
function readMessage(text: string | undefined): PushMessage {
  try {
    const { title, body, tag, url, asked: question }: Record<string, unknown> = JSON.parse(text ?? "");
    if (!isText(title) || !isText(body) || !isText(tag) || !isText(url)) return UNREAD;
    const asked = readAsked(question);
    return { title, body, tag, url, ...(asked !== null && { asked }) };
  } catch {
    return UNREAD;
  }
}

/** The address of a page of this site; the first page for any other. */
function pageAddress(url: string, origin: string): string {
  const address = URL.canParse(url, origin) ? new URL(url, origin) : null;
  return address?.origin === origin ? address.href : new URL(HOME, origin).href;
}

type Answer = "present" | "absent";

/** Options that TypeScript's library lacks, because not every browser has them. */
interface Shown extends NotificationOptions {
  readonly actions?: readonly { readonly action: Answer; readonly title: string }[];
  readonly renotify?: boolean;
}

/** Data that is stored in a notification, for when it is pressed. */
interface Pressed {
  readonly message: PushMessage;
  /** The page that a press opens. */
  readonly url: string;
  /** Whether it only says that an answer was noted. */
  readonly isReceipt: boolean;
}

const ICON = "/icons/192.png";
/** One colour on transparent ground, as status bars show it. */
const BADGE = "/icons/badge-96.png";
const RECEIPT_MS = 5_000;
const PATIENCE_MS = 20_000;
const ACTIONS: NonNullable<Shown["actions"]> = [
  { action: "present", title: ANSWER_WORDS.present },
  { action: "absent", title: ANSWER_WORDS.absent },
];

function show(message: PushMessage, options: Omit<Shown, "data">, data: Omit<Pressed, "message">): Promise<void> {
  // The tag is the event: a newer notification about it replaces this one.
  const common = { tag: message.tag, icon: ICON, badge: BADGE, lang: "fr", data: { ...data, message } };
  return self.registration.showNotification(message.title, { ...common, ...options });
}

function showMessage(message: PushMessage): Promise<void> {
  const actions = message.asked === undefined ? [] : ACTIONS;
  return show(message, { body: message.body, actions, renotify: true }, { url: message.url, isReceipt: false });
}

/** Shows that the answer was noted, for a moment. */
async function showReceipt(message: PushMessage, answer: Answer): Promise<void> {
  await show(message, { body: serviceWorkerText.noted[answer], silent: true }, { url: message.url, isReceipt: true });
  await new Promise((resolve) => setTimeout(resolve, RECEIPT_MS));
  const shown = await self.registration.getNotifications({ tag: message.tag });
  // Meanwhile a newer one may have replaced it.
  for (const notification of shown) if ((notification.data as Pressed).isReceipt) notification.close();
}

/** What this file needs of `LinkedAnswer`. */
interface NotedAnswer {
  /** `null`: the event moved, all were asked again, and this answer was for another date. */
  readonly answer: Answer | null;
  readonly event: Pick<AskedAnswer, "date" | "time">;
  readonly entrusted?: readonly { readonly id: string; readonly answer: Answer | null }[];
}

/** `failed`: a later try may succeed. */
type Outcome = { readonly type: "noted"; readonly answer: Answer } | { readonly type: "moved" | "void" | "failed" };

const TOO_MANY = 429;

/** Whether the link is void, so that trying again is of no use: the event is over, or the account gone. */
function isRefused(status: number): boolean {
  return status >= 400 && status < 500 && status !== TOO_MANY;
}

/** Sends the answer by the link's call, which needs no session, for the date that was shown. */
async function sendAnswer({ token, date, time, userId }: AskedAnswer, status: Answer): Promise<Outcome> {
  try {
    const response = await fetch(answerByLink, {
      method: "POST",
      credentials: "omit",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, status, userId, givenFor: { date, time } }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (isRefused(response.status)) return { type: "void" };
    if (!response.ok) return { type: "failed" };
    const { answer: ownAnswer, event, entrusted } = (await response.json()) as NotedAnswer;
    const answer = userId === undefined ? ownAnswer : (entrusted?.find(({ id }) => id === userId)?.answer ?? null);
    const hasMoved = event.date !== date || event.time !== time;
    // A later answer of this person, from another device, counts instead.
    if (answer !== null && (answer === status || !hasMoved)) return { type: "noted", answer };
    return { type: "moved" };
  } catch {
    return { type: "failed" };
  }
}

async function answerFrom(message: PushMessage, asked: AskedAnswer, answer: Answer): Promise<void> {
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
      return show(message, { body: serviceWorkerText.failed, actions: ACTIONS }, { url, isReceipt: false });
  }
}

/** Shows the page in a window that is open already, or in a new one. */
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

/** Shows pushed messages, and acts on presses: an answer is sent without opening a page. */
export function listenForPushes(): void {
  self.addEventListener("push", (event) => event.waitUntil(showMessage(readMessage(event.data?.text()))));

  self.addEventListener("notificationclick", (event) => {
    const { notification, action } = event;
    const { message, url } = notification.data as Pressed;
    notification.close();
    const { asked } = message;
    event.waitUntil(asked !== undefined && isAnswer(action) ? answerFrom(message, asked, action) : openPage(url));
  });

  self.addEventListener("pushsubscriptionchange", (event) =>
    event.waitUntil(subscribeAgain(event.oldSubscription, event.newSubscription)),
  );
}
