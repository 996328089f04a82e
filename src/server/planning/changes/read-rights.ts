import { kindOf } from "#contract/planning/change-kinds.ts";
import { type KeptLineUp, rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { type Capability, isLeads, may, mayFor } from "#domain/permissions.ts";
import type { EntitledUser } from "../../api/request-context.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import { compileOnce } from "../../database/compile-once.ts";
import type { Queryable } from "../../database/database.ts";
import { readRights, rightsOfUser } from "../../database/stored-rights.ts";
import { Refusal } from "../../errors.ts";
import type { WantedChange } from "./wanted-change.ts";

const selectUser = compileOnce((kysely, { id }: { id: string }) =>
  kysely.selectFrom("users").select(USER_COLUMNS).where("id", "=", id),
);

const selectActor = compileOnce((kysely, { id }: { id: string }, engine) =>
  kysely
    .selectFrom("users")
    .select([...USER_COLUMNS, ...rightsOfUser(engine)])
    .where("id", "=", id),
);

export async function findPerson(queryable: Queryable, id: string): Promise<UserRecord | null> {
  const [row] = (await selectUser(queryable, { id })).rows;
  return row === undefined ? null : readUser(row);
}

/**
 * The acting user with their current rights. @throws Refusal `account.deleted` when they were deleted during the call
 */
export async function readActor(queryable: Queryable, id: string): Promise<EntitledUser> {
  const [row] = (await selectActor(queryable, { id })).rows;
  if (row === undefined) throw new Refusal("account.deleted");
  return { ...readUser(row), ...readRights(row) };
}

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

/** The permission that a change requires; `null`: nobody makes it for another person. */
function needOf(wanted: WantedChange, actorId: string): Capability | null {
  const { call, about } = kindOf(wanted);
  const isOwn = typeof about === "string" || ("userId" in wanted && wanted.userId === actorId);
  return (isOwn ? call : about.others)?.right ?? null;
}

/** Whether the change is about somebody who is entrusted to the actor, and one that guardians make. */
function isGuardians(wanted: WantedChange, actor: EntitledUser): boolean {
  if (!("userId" in wanted)) return false;
  const isOfAbsence = wanted.type === "absence.added" || wanted.type === "absence.removed";
  const right = isOfAbsence ? "person.look_after" : needOf(wanted, actor.id);
  return right !== null && mayFor(actor, right, wanted.userId);
}

/** `null`: the change is about no group. */
function subjectOf(wanted: WantedChange): Subject | null {
  if ("groupId" in wanted || "eventId" in wanted) return wanted;
  if ("event" in wanted) return wanted.event;
  return "series" in wanted ? wanted.series : null;
}

/** @throws Refusal `request.forbidden` when the user lacks the permission */
export async function requirePermission(
  queryable: Queryable,
  actor: EntitledUser,
  wanted: WantedChange,
): Promise<void> {
  const need = needOf(wanted, actor.id);
  const subject = subjectOf(wanted);
  const isAllowed =
    isGuardians(wanted, actor) ||
    (need !== null && (subject === null ? may(actor, need, null) : await hasRight(queryable, actor, need, subject)));
  if (!isAllowed) throw new Refusal("request.forbidden");
}

/** The same in a write of the shared planning, for the rights of this moment. @throws Refusal `planning.not_shared`, too */
export async function requireRightNow(
  writing: Queryable & { readonly isShared: boolean },
  actorId: string,
  right: Capability,
  subject: Subject,
): Promise<void> {
  if (!writing.isShared) throw new Refusal("planning.not_shared");
  await requireRight(writing, await readActor(writing, actorId), right, subject);
}

/** By the id of each entrusted person, the ids of those who answer for them, in one order. */
export type Guardians = ReadonlyMap<string, readonly string[]>;

function byEntrusted(rows: readonly { readonly entrusted_id: string; readonly guardian_id: string }[]): Guardians {
  const grouped = Map.groupBy(rows, ({ entrusted_id: id }) => id);
  return new Map([...grouped].map(([id, own]) => [id, own.map((row) => row.guardian_id)]));
}

function selectGuardians({ kysely }: Queryable) {
  return kysely.selectFrom("guardian").select(["entrusted_id", "guardian_id"]).orderBy("guardian_id");
}

export async function readGuardiansOf(queryable: Queryable, userIds: readonly string[]): Promise<Guardians> {
  if (userIds.length === 0) return new Map();
  return byEntrusted(await selectGuardians(queryable).where("entrusted_id", "in", userIds).execute());
}

/** Who answers for whom, as far as this user may know: admins all, leaders about members of their groups, guardians theirs. */
export async function readKnownGuardians(queryable: Queryable, viewer: EntitledUser): Promise<Guardians> {
  const { id, ledGroupIds, entrustedIds = [] } = viewer;
  const query = selectGuardians(queryable);
  if (may(viewer, "user.entrust", null)) return byEntrusted(await query.execute());
  if (ledGroupIds.length === 0 && entrustedIds.length === 0) return new Map();
  const rows = await query
    .where((eb) =>
      eb.or([
        eb("entrusted_id", "in", eb.selectFrom("guardian").select("entrusted_id").where("guardian_id", "=", id)),
        eb(
          "entrusted_id",
          "in",
          eb
            .selectFrom("group_member")
            .select("user_id")
            .where("group_id", "in", ["", ...ledGroupIds]),
        ),
      ]),
    )
    .execute();
  return byEntrusted(rows);
}

export async function readEntrusted({ kysely }: Queryable, guardianId: string): Promise<UserRecord[]> {
  const rows = await kysely
    .selectFrom("users")
    .innerJoin("guardian", "guardian.entrusted_id", "users.id")
    .select(USER_COLUMNS)
    .where("guardian_id", "=", guardianId)
    .orderBy("users.first_name")
    .orderBy("users.id")
    .execute();
  return rows.map(readUser);
}
