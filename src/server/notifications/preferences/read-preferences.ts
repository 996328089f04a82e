import type { NotifiedDevice } from "#contract/accounts/notifications.ts";
import {
  INITIAL_PREFERENCES,
  type NotificationPreferences,
  type Topic,
  preferencesOf,
} from "#domain/notifications/topics.ts";
import { deviceOf } from "../../auth/sessions/device.ts";
import type { Queryable } from "../../database/database.ts";
import { readBoolean, readDate } from "../../database/schema.ts";

/** A browser that a person registered for notifications (a Web Push subscription). */
export interface Subscription {
  readonly id: string;
  readonly userId: string;
  /** As the person sees it in their settings. */
  readonly device: NotifiedDevice;
  /** Its URL at the push service. */
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The topics of which this device wants notifications. */
  readonly topics: readonly Topic[];
}

/** The registered browsers of these people, in the order of their registration. */
export async function readSubscriptions({ kysely }: Queryable, userIds: readonly string[]): Promise<Subscription[]> {
  if (userIds.length === 0) return [];
  const rows = await kysely
    .selectFrom("push_subscription")
    .selectAll()
    .where("user_id", "in", userIds)
    .orderBy("registered_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    device: { id: row.id, ...deviceOf(row.user_agent), registeredAt: readDate(row.registered_at).toISOString() },
    endpoint: row.endpoint,
    keys: { p256dh: row.p256dh, auth: row.auth },
    topics: JSON.parse(row.topics) as Topic[],
  }));
}

interface StoredPreference {
  readonly user_id: string;
  readonly topic: Topic;
  readonly byMail: boolean;
  readonly byPush: boolean;
}

async function readStored({ kysely }: Queryable, userIds: readonly string[]): Promise<StoredPreference[]> {
  if (userIds.length === 0) return [];
  const rows = await kysely.selectFrom("notification_wish").selectAll().where("user_id", "in", userIds).execute();
  return rows.map(({ user_id, topic, by_mail, by_push }) => ({
    user_id,
    topic: topic as Topic,
    byMail: readBoolean(by_mail),
    byPush: readBoolean(by_push),
  }));
}

/** The preferences of one person for all topics: the stored ones, or else the initial ones. */
function preferencesFrom(stored: readonly StoredPreference[]): NotificationPreferences {
  const chosen = new Map(stored.map((preference) => [preference.topic, preference]));
  return preferencesOf((topic) => {
    const { byMail, byPush } = chosen.get(topic) ?? INITIAL_PREFERENCES[topic];
    return { byMail, byPush };
  });
}

/** The preferences of one person. `byPush` is the initial value for devices that they register later. */
export async function readOwnPreferences(queryable: Queryable, userId: string): Promise<NotificationPreferences> {
  return preferencesFrom(await readStored(queryable, [userId]));
}

/** The preferences of each of these people, as `readOwnPreferences` returns them. */
export async function readPreferences(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, NotificationPreferences>> {
  const stored = Map.groupBy(await readStored(queryable, userIds), ({ user_id }) => user_id);
  return new Map(userIds.map((userId) => [userId, preferencesFrom(stored.get(userId) ?? [])]));
}

/** Whether replies to the person's requests go to their address. */
export async function takesReplies({ kysely }: Queryable, userId: string): Promise<boolean> {
  const row = await kysely.selectFrom("users").select("takes_replies").where("id", "=", userId).executeTakeFirst();
  return row !== undefined && readBoolean(row.takes_replies);
}
