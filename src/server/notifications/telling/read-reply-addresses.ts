import type { Queryable } from "../../database/database.ts";
import type { Message } from "./message.ts";

/** The address of who asks a person, if they chose to get the replies and mails reach them. */
async function readAsker({ kysely }: Queryable, userId: string): Promise<string | null> {
  const row = await kysely
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("takes_replies", "=", true)
    .where("email_verified", "=", true)
    .where("address_refused_at", "is", null)
    .executeTakeFirst();
  return row?.email ?? null;
}

/**
 * Where replies to a message about these events go: to who asks, or to the addresses of the events' groups. Empty: back
 * to the sender of all mails.
 */
export async function readReplyAddresses(
  queryable: Queryable,
  message: Message,
  eventIds: readonly string[],
): Promise<string[]> {
  const asker = "askedById" in message ? await readAsker(queryable, message.askedById) : null;
  if (asker !== null) return [asker];
  if (eventIds.length === 0) return [];
  const rows = await queryable.kysely
    .selectFrom("planning_event")
    .innerJoin("planning_group", "planning_group.id", "planning_event.group_id")
    .select("reply_address")
    .distinct()
    .where("planning_event.id", "in", eventIds)
    .where("reply_address", "is not", null)
    .orderBy("reply_address")
    .execute();
  return rows.flatMap(({ reply_address: address }) => address ?? []);
}
