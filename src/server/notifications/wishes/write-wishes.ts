import { FIRST_WISHES, type NotificationWishes, type Topic, TOPICS, wishesOf } from "#domain/notifications/topics.ts";
import type { Database, Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import { hasPerson } from "../../mail/write-mail-outcomes.ts";
import { readOwnWishes } from "./read-wishes.ts";

/** Replaces the stored wishes of a person. Only wishes that differ from `FIRST_WISHES` are stored. */
async function writeStored({ kysely }: Queryable, userId: string, wishes: NotificationWishes): Promise<void> {
  const rows = TOPICS.map((topic) => ({
    user_id: userId,
    topic,
    by_mail: wishes[topic].byMail,
    by_push: wishes[topic].byPush,
  })).filter(({ topic, by_mail: byMail, by_push: byPush }) => {
    const first = FIRST_WISHES[topic];
    return byMail !== first.byMail || byPush !== first.byPush;
  });
  await kysely.deleteFrom("notification_wish").where("user_id", "=", userId).execute();
  if (rows.length === 0) return;
  await kysely
    .insertInto("notification_wish")
    .values(rows)
    // Another save may have inserted them meanwhile.
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
  readonly wishes: NotificationWishes;
  /** The device that `byPush` is about; `null`: devices that are registered later. */
  readonly deviceId: string | null;
}

/** Saves a person's wishes. @throws Refusal `device.not_found` when this person has no device with this id */
export async function saveWishes(database: Database, { userId, wishes, deviceId }: Choice): Promise<void> {
  await database.kysely.transaction().execute(async (kysely) => {
    const transaction = { kysely, engine: database.engine };
    if (deviceId === null) return writeStored(transaction, userId, wishes);
    const topics = TOPICS.filter((topic) => wishes[topic].byPush);
    const { numUpdatedRows } = await kysely
      .updateTable("push_subscription")
      .set({ topics: JSON.stringify(topics) })
      .where("id", "=", deviceId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal("device.not_found");
    const ownWishes = await readOwnWishes(transaction, userId);
    const stored = wishesOf((topic) => ({ ...ownWishes[topic], byMail: wishes[topic].byMail }));
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
    .values({ user_id: userId, topic, by_mail: false, by_push: FIRST_WISHES[topic].byPush })
    .onConflict((conflict) => conflict.columns(["user_id", "topic"]).doUpdateSet({ by_mail: false }))
    .execute();
  return true;
}

/** Saves whether replies to the person's requests go to their address. */
export async function saveReplies({ kysely }: Database, userId: string, areTaken: boolean): Promise<void> {
  await kysely.updateTable("users").set({ takes_replies: areTaken }).where("id", "=", userId).execute();
}
