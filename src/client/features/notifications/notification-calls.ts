import { callApi } from "#client/http/call-api.ts";
import { NotificationSettings, NotifiedDevice } from "#contract/accounts/notifications.ts";
import { API, fillPath } from "#contract/paths.ts";
import type { Channels, Topic } from "#domain/notifications/topics.ts";

function pathOf(deviceId: string | null): `/api/${string}` {
  return deviceId === null ? API.notifications : `${API.notifications}?device=${encodeURIComponent(deviceId)}`;
}

/** One box: a topic, and one of its channels. */
export interface Choice {
  readonly topic: Topic;
  readonly channel: keyof Channels;
  readonly isWanted: boolean;
}

export function readSettings(deviceId: string | null): Promise<NotificationSettings> {
  return callApi({ path: pathOf(deviceId), answer: NotificationSettings });
}

/** Settings with one box changed. */
export function withChoice(settings: NotificationSettings, { topic, channel, isWanted }: Choice): NotificationSettings {
  const { wishes } = settings;
  return { ...settings, wishes: { ...wishes, [topic]: { ...wishes[topic], [channel]: isWanted } } };
}

/** Changes what the server has now, so that what was chosen elsewhere, or by a mail's link, stays. */
export async function saveChoice(deviceId: string | null, choice: Choice): Promise<NotificationSettings> {
  const body = withChoice(await readSettings(deviceId), choice);
  return callApi({ method: "PUT", path: pathOf(deviceId), body, answer: NotificationSettings });
}

/** Saves that this device wants this topic, and no other. */
export async function saveOnly(deviceId: string, topic: Topic): Promise<NotificationSettings> {
  const settings = await readSettings(deviceId);
  const wishes = Object.fromEntries(
    Object.entries(settings.wishes).map(([each, channels]) => [each, { ...channels, byPush: each === topic }]),
  );
  return callApi({
    method: "PUT",
    path: pathOf(deviceId),
    body: { ...settings, wishes },
    answer: NotificationSettings,
  });
}

/** @returns the device's id */
export async function registerDevice(subscription: PushSubscription): Promise<string> {
  const body = subscription.toJSON();
  return (await callApi({ method: "POST", path: API.pushSubscriptions, body, answer: NotifiedDevice })).id;
}

export function removeDevice(id: string): Promise<void> {
  return callApi({ method: "DELETE", path: fillPath(API.pushSubscription, id) });
}
