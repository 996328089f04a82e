import {
  INITIAL_PREFERENCES,
  type NotificationPreferences,
  type Topic,
  TOPICS,
  preferencesOf,
} from "#domain/notifications/topics.ts";
import { lockCaller } from "../../auth/passwords/write-password.ts";
import type { Database, Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import { hasPerson } from "../../mail/write-mail-outcomes.ts";
import { readOwnPreferences } from "./read-preferences.ts";

/** Replaces the stored preferences of a person. Only preferences that differ from `INITIAL_PREFERENCES` are stored. */
async function writeStored({ kysely }: Queryable, userId: string, preferences: NotificationPreferences): Promise<void> {
  const rows = TOPICS.map((topic) => ({
    user_id: userId,
    topic,
    by_mail: preferences[topic].byMail,
    by_push: preferences[topic].byPush,
  })).filter(({ topic, by_mail: byMail, by_push: byPush }) => {
    const initial = INITIAL_PREFERENCES[topic];
    return byMail !== initial.byMail || byPush !== initial.byPush;
  });
  await kysely.deleteFrom("notification_wish").where("user_id", "=", userId).execute();
  if (rows.length === 0) return;
  await kysely
    .insertInto("notification_wish")
    .values(rows)
    // A concurrent save of the same person may have inserted rows since the deletion.
    .onConflict((conflict) =>
      conflict.columns(["user_id", "topic"]).doUpdateSet((eb) => ({
        by_mail: eb.ref("excluded.by_mail"),
        by_push: eb.ref("excluded.by_push"),
      })),
    )
    .execute();
}

interface Choice {
  readonly userId: string;
  readonly preferences: NotificationPreferences;
  /** The device that `byPush` is about; `null`: devices that are registered later. */
  readonly deviceId: string | null;
}

/** Saves a person's preferences. @throws Refusal `device.not_found` when this person has no device with this id */
export async function savePreferences(database: Database, { userId, preferences, deviceId }: Choice): Promise<void> {
  await database.kysely.transaction().execute(async (kysely) => {
    const transaction = { kysely, engine: database.engine };
    await lockCaller(transaction, userId);
    if (deviceId === null) return writeStored(transaction, userId, preferences);
    const topics = TOPICS.filter((topic) => preferences[topic].byPush);
    const { numUpdatedRows } = await kysely
      .updateTable("push_subscription")
      .set({ topics: JSON.stringify(topics) })
      .where("id", "=", deviceId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal("device.not_found");
    const ownPreferences = await readOwnPreferences(transaction, userId);
    const stored = preferencesOf((topic) => ({ ...ownPreferences[topic], byMail: preferences[topic].byMail }));
    return writeStored(transaction, userId, stored);
  });
}

/**
 * Ends one kind of mail for a person who unsubscribed from it (RFC 8058). Doing it again changes nothing.
 * @returns whether the person exists
 */
export async function stopMail(queryable: Queryable, userId: string, topic: Topic): Promise<boolean> {
  if (!(await hasPerson(queryable, userId))) return false;
  await queryable.kysely
    .insertInto("notification_wish")
    .values({ user_id: userId, topic, by_mail: false, by_push: INITIAL_PREFERENCES[topic].byPush })
    .onConflict((conflict) => conflict.columns(["user_id", "topic"]).doUpdateSet({ by_mail: false }))
    .execute();
  return true;
}

/** Saves whether replies to the person's requests go to their address. */
export async function saveReplies({ kysely }: Database, userId: string, areTaken: boolean): Promise<void> {
  await kysely.updateTable("users").set({ takes_replies: areTaken }).where("id", "=", userId).execute();
}
