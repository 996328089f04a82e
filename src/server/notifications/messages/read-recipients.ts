import type { UnsentReason } from "#domain/notifications/message-outcomes.ts";
import type { NotificationPreferences, Topic } from "#domain/notifications/topics.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";
import type { Message } from "./message.ts";

export interface Recipient extends UserRecord {
  /** Where mails reach them; `null`: the address is missing, not confirmed, or refused by its mail server. */
  readonly address: string | null;
  /** Whether the mail server said that the address does not exist. */
  readonly isRefused: boolean;
}

export async function readRecipients(
  { kysely }: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Recipient>> {
  if (userIds.length === 0) return new Map();
  const rows = await kysely
    .selectFrom("users")
    .select([...USER_COLUMNS, "address_refused_at"])
    .where("id", "in", userIds)
    .execute();
  const recipients = rows.map((row): Recipient => {
    const user = readUser(row);
    const isRefused = row.address_refused_at !== null;
    const isReachable = user.isEmailConfirmed && !isRefused && !user.isBuiltIn;
    return { ...user, address: isReachable ? user.email : null, isRefused };
  });
  return new Map(recipients.map((recipient) => [recipient.id, recipient]));
}

export type MailProblem = Extract<UnsentReason, "unwanted" | "no_address" | "refused" | "not_confirmed">;

/** Why no mail about a topic can reach a person; `null`: one can. */
export function mailProblem(
  recipient: Recipient | undefined,
  preferences: NotificationPreferences | undefined,
  topic: Topic,
): MailProblem | null {
  if (preferences?.[topic].byMail === false) return "unwanted";
  if (recipient === undefined || recipient.email === null) return "no_address";
  if (recipient.address !== null) return null;
  return recipient.isRefused ? "refused" : "not_confirmed";
}

/** The ids of all admins but the built-in one, whom no message reaches. */
export async function readAdminIds({ kysely }: Queryable): Promise<string[]> {
  const rows = await kysely
    .selectFrom("users")
    .select("id")
    .where("is_admin", "=", true)
    .where("is_built_in", "=", false)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The address of a person who asked others, if they chose to get the replies and mails reach them. */
async function readAskerAddress({ kysely }: Queryable, userId: string): Promise<string | null> {
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
 * The `Reply-To` addresses of a message about these events: the person who asks, or the reply addresses of the events'
 * groups. Without any, replies go to the sender of all mails.
 */
export async function readReplyAddresses(
  queryable: Queryable,
  message: Message,
  eventIds: readonly string[],
): Promise<string[]> {
  const askerAddress = "askedById" in message ? await readAskerAddress(queryable, message.askedById) : null;
  if (askerAddress !== null) return [askerAddress];
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
