import type { Topic } from "#domain/notifications/topics.ts";
import type { NotifiedDevice } from "#contract/accounts/notifications.ts";
import { deviceOf } from "../../auth/sessions/device.ts";
import type { Queryable } from "../../database/database.ts";
import { readDate } from "../../database/schema.ts";

/** A browser of somebody, and where its notifications are sent. */
export interface Subscription {
  readonly id: string;
  readonly userId: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** What this device wants to hear about. */
  readonly topics: readonly Topic[];
}

function selectOf({ kysely }: Queryable, userIds: readonly string[]) {
  return kysely.selectFrom("push_subscription").where("user_id", "in", userIds).orderBy("registered_at").orderBy("id");
}

/** The registered browsers of these people, in the order of their registration. */
export async function readSubscriptions(queryable: Queryable, userIds: readonly string[]): Promise<Subscription[]> {
  if (userIds.length === 0) return [];
  const rows = await selectOf(queryable, userIds).selectAll().execute();
  return rows.map(({ id, user_id, endpoint, p256dh, auth, topics }) => ({
    id,
    userId: user_id,
    endpoint,
    keys: { p256dh, auth },
    topics: JSON.parse(topics) as Topic[],
  }));
}

/** The same for their owner's eyes. */
export async function readDevices(queryable: Queryable, userId: string): Promise<NotifiedDevice[]> {
  const rows = await selectOf(queryable, [userId]).select(["id", "user_agent", "registered_at"]).execute();
  return rows.map(({ id, user_agent, registered_at }) => ({
    id,
    ...deviceOf(user_agent),
    registeredAt: readDate(registered_at).toISOString(),
  }));
}
