import { type KeptLineUp, rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { type Capability, isLeads, may } from "#domain/permissions.ts";
import type { EntitledUser } from "../../api/actor.ts";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";

/** What a right is about: a group, or an event of one. */
export type Subject = { readonly groupId: string } | { readonly eventId: string };

/** Also of a deleted event, which may be restored; `null` where there is none. */
async function readGroupOf({ kysely }: Queryable, subject: Subject): Promise<string | null> {
  if ("groupId" in subject) return subject.groupId;
  const query = kysely.selectFrom("planning_event").select("group_id").where("id", "=", subject.eventId);
  return (await query.executeTakeFirst())?.group_id ?? null;
}

/** Whether somebody plays `Lead` at an event, as `mayAt` says of a loaded one. */
async function playsLead({ kysely }: Queryable, userId: string, eventId: string): Promise<boolean> {
  const event = await kysely
    .selectFrom("planning_event as event")
    .select(["line_up", "date", "group_id"])
    .select((eb) =>
      eb
        .selectFrom("availability")
        .select("status")
        .whereRef("event_id", "=", "event.id")
        .where("user_id", "=", userId)
        .as("status"),
    )
    .where("id", "=", eventId)
    .executeTakeFirst();
  const lineUp = JSON.parse(event?.line_up ?? "[]") as KeptLineUp;
  if (event === undefined || !rolesOfPerson(lineUp, userId).includes("Lead")) return false;
  if (event.status !== null) return event.status === "present";
  const absence = await kysely
    .selectFrom("absence")
    .innerJoin("group_member", "group_member.user_id", "absence.user_id")
    .select("absence.id")
    .where("absence.user_id", "=", userId)
    .where("group_id", "=", event.group_id)
    .where("from_date", "<=", event.date)
    .where("to_date", ">=", event.date)
    .executeTakeFirst();
  return absence === undefined;
}

export async function hasRight(
  queryable: Queryable,
  actor: EntitledUser,
  right: Capability,
  subject: Subject,
): Promise<boolean> {
  if (may(actor, right, null)) return true;
  if (actor.ledGroupIds.length > 0 && may(actor, right, await readGroupOf(queryable, subject))) return true;
  return isLeads(right) && "eventId" in subject && playsLead(queryable, actor.id, subject.eventId);
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
