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

/** The preferences of each of these people: the stored ones, or else the initial ones. */
export async function readPreferences(
  { kysely }: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, NotificationPreferences>> {
  if (userIds.length === 0) return new Map();
  const rows = await kysely.selectFrom("notification_wish").selectAll().where("user_id", "in", userIds).execute();
  const stored = new Map(
    rows.map(({ user_id: userId, topic, by_mail: byMail, by_push: byPush }) => [
      `${topic} ${userId}`,
      { byMail: readBoolean(byMail), byPush: readBoolean(byPush) },
    ]),
  );
  return new Map(
    userIds.map((userId) => [
      userId,
      preferencesOf((topic) => stored.get(`${topic} ${userId}`) ?? INITIAL_PREFERENCES[topic]),
    ]),
  );
}

/** The preferences of one person. `byPush` is the initial value for devices that they register later. */
export async function readOwnPreferences(queryable: Queryable, userId: string): Promise<NotificationPreferences> {
  return (await readPreferences(queryable, [userId])).get(userId) ?? INITIAL_PREFERENCES;
}

/** Whether replies to the person's requests go to their address. */
export async function takesReplies({ kysely }: Queryable, userId: string): Promise<boolean> {
  const row = await kysely.selectFrom("users").select("takes_replies").where("id", "=", userId).executeTakeFirst();
  return row !== undefined && readBoolean(row.takes_replies);
}
