import { type Capability, isLeads, may } from "#domain/permissions.ts";
import { mayAt } from "#domain/planning/event-rights.ts";
import type { EntitledUser } from "../../api/actor.ts";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import { readEvent } from "../events/read-events.ts";

/** What a right is about: a group, or an event of one. */
export type Subject = { readonly groupId: string } | { readonly eventId: string };

/** Also of a deleted event, which may be restored; `null` where there is none. */
async function readGroupOf({ kysely }: Queryable, subject: Subject): Promise<string | null> {
  if ("groupId" in subject) return subject.groupId;
  const query = kysely.selectFrom("planning_event").select("group_id").where("id", "=", subject.eventId);
  return (await query.executeTakeFirst())?.group_id ?? null;
}

export async function hasRight(
  queryable: Queryable,
  actor: EntitledUser,
  right: Capability,
  subject: Subject,
): Promise<boolean> {
  if (may(actor, right, null)) return true;
  if (actor.ledGroupIds.length > 0 && may(actor, right, await readGroupOf(queryable, subject))) return true;
  if (!isLeads(right) || !("eventId" in subject)) return false;
  const { row: event } = await readEvent(queryable, subject.eventId);
  return event !== null && mayAt(actor, right, event);
}

/** @throws Refusal `request.forbidden` */
export async function requireRight(
  queryable: Queryable,
  actor: EntitledUser,
  right: Capability,
  subject: Subject,
): Promise<void> {
  if (!(await hasRight(queryable, actor, right, subject))) throw new Refusal("request.forbidden");
}
