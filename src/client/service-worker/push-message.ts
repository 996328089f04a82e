import type { AskedAnswer, PushMessage } from "#contract/accounts/push-message.ts";
import { serviceWorkerText } from "#text/notifications/service-worker.ts";

const HOME = "/";
const UNREAD: PushMessage = { ...serviceWorkerText.unread, tag: "unread", url: HOME };

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function readAsked(value: unknown): AskedAnswer | null {
  const { token, date, time }: Partial<Record<string, unknown>> = Object(value);
  return isText(token) && isText(date) && isText(time) ? { token, date, time } : null;
}

/** The message that was pushed. The browser wants a notification for each one, also for one that cannot be read. */
export function readMessage(text: string | undefined): PushMessage {
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
export function pageAddress(url: string, origin: string): string {
  const address = URL.canParse(url, origin) ? new URL(url, origin) : null;
  return address?.origin === origin ? address.href : new URL(HOME, origin).href;
}
