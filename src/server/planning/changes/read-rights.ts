import { sql } from "kysely";
import { kindOf } from "#contract/planning/change-kinds.ts";
import { type KeptLineUp, rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { type ADMINS_MAY, type Capability, isLeadCapability, may, mayFor } from "#domain/permissions.ts";
import type { EntitledUser } from "../../api/operation-route.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import { compileOnce } from "../../database/compile-once.ts";
import type { Queryable } from "../../database/database.ts";
import { jsonRows } from "../../database/json-rows.ts";
import { readBoolean } from "../../database/schema.ts";
import { readRights, rightsOfUser } from "../../database/stored-rights.ts";
import { Refusal } from "../../errors.ts";
import { isMemberAbsent } from "../absences/read-absences.ts";
import type { WantedChange } from "../shared-planning.ts";

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

/** The acting user with their current rights. @throws Refusal `account.deleted` when they were deleted during the call */
export async function readActor(queryable: Queryable, id: string): Promise<EntitledUser> {
  const [row] = (await selectActor(queryable, { id })).rows;
  if (row === undefined) throw new Refusal("account.deleted");
  return { ...readUser(row), ...readRights(row) };
}

/** Checks the right again: the actor may have lost it since the call was authorised. @throws Refusal `request.forbidden` */
export async function requireAdminRight(
  queryable: Queryable,
  actorId: string,
  right: (typeof ADMINS_MAY)[number],
): Promise<void> {
  if (!may(await readActor(queryable, actorId), right)) throw new Refusal("request.forbidden");
}

/** What a right is about: a group, or an event of a group. */
export type Subject = { readonly groupId: string } | { readonly eventId: string };

/** The id of the subject's group; `null`: there is no such event. Finds deleted events too, which may be restored. */
async function readGroupOf({ kysely }: Queryable, subject: Subject): Promise<string | null> {
  if ("groupId" in subject) return subject.groupId;
  const query = kysely.selectFrom("planning_event").select("group_id").where("id", "=", subject.eventId);
  return (await query.executeTakeFirst())?.group_id ?? null;
}

/** Whether the user is `Lead` in an event's kept line-up, and not absent. `mayAt` is the same rule for a loaded event. */
async function playsLead(queryable: Queryable, userId: string, eventId: string): Promise<boolean> {
  const event = await queryable.kysely
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
  const { group_id: groupId, date } = event;
  return !(await isMemberAbsent(queryable, { groupId, userId, from: date, to: date }));
}

/** Whether the user has a right about a group or event: as an admin, a leader of the group, or the `Lead` of the event. */
export async function hasRight(
  queryable: Queryable,
  actor: EntitledUser,
  right: Capability,
  subject: Subject,
): Promise<boolean> {
  if (may(actor, right, null)) return true;
  if (actor.ledGroupIds.length > 0 && may(actor, right, await readGroupOf(queryable, subject))) return true;
  return isLeadCapability(right) && "eventId" in subject && playsLead(queryable, actor.id, subject.eventId);
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

/** The right that a change requires; `null`: it is about another person, and nobody may make it for them. */
function requiredRightOf(wanted: WantedChange, actorId: string): Capability | null {
  const { right, about } = kindOf(wanted);
  // `about` is a string if the change is about no person.
  const isOwn = typeof about === "string" || ("userId" in wanted && wanted.userId === actorId);
  return isOwn ? right : (about.others?.right ?? null);
}

/** Whether the actor may make the change as a guardian of the person concerned. */
function isAllowedAsGuardian(wanted: WantedChange, actor: EntitledUser): boolean {
  if (!("userId" in wanted)) return false;
  // The table of kinds has no right to change absences for others, because only guardians may.
  const isOfAbsence = wanted.type === "absence.added" || wanted.type === "absence.removed";
  const right = isOfAbsence ? "person.look_after" : requiredRightOf(wanted, actor.id);
  return right !== null && mayFor(actor, right, wanted.userId);
}

/** The group or event that the change is about; `null`: neither. */
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
  if (isAllowedAsGuardian(wanted, actor)) return;
  const right = requiredRightOf(wanted, actor.id);
  const subject = subjectOf(wanted);
  if (right !== null && subject !== null) return requireRight(queryable, actor, right, subject);
  if (right === null || !may(actor, right, null)) throw new Refusal("request.forbidden");
}

/** Like `requireRight`, with the actor's current rights. @throws Refusal `request.forbidden`, `planning.not_shared` */
export async function requireRightNow(
  writing: Queryable & { readonly isShared: boolean },
  actorId: string,
  right: Capability,
  subject: Subject,
): Promise<void> {
  if (!writing.isShared) throw new Refusal("planning.not_shared");
  await requireRight(writing, await readActor(writing, actorId), right, subject);
}

/** Which changes of the planning a user may receive by their stream. */
export interface Audience {
  readonly userId: string;
  /** The groups whose changes they receive; `null`: all groups. */
  readonly groupIds: ReadonlySet<string> | null;
  /** Whether they may know how often others play, and how often they want to. */
  readonly seesTurns: boolean;
}

/**
 * What each of these sessions may receive now, by session id. Sessions that expired or were revoked are missing. The
 * connection of the default admin is not checked again: it was checked when it opened, and cannot change.
 */
export async function readAudiences(
  { kysely, engine }: Queryable,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Audience>> {
  const given = jsonRows(
    engine,
    { id: "text" },
    sessionIds.map((id) => ({ id })),
  );
  const sessions = kysely
    .selectFrom("session")
    .innerJoin("users", "users.id", "session.user_id")
    .where("session.id", "in", sql<string>`${given}`)
    .where("session.expires_at", ">", now);
  const columns = ["session.id as session_id", "users.id as user_id", "users.is_admin"] as const;
  const rows = await sessions
    .leftJoin("group_member", "group_member.user_id", "users.id")
    .leftJoin("planning_group", (join) =>
      join.onRef("planning_group.id", "=", "group_member.group_id").on("planning_group.deleted_at", "is", null),
    )
    .select([...columns, "planning_group.id as group_id"])
    // Guardians also receive the changes of the groups of the people entrusted to them.
    .unionAll(
      sessions
        .innerJoin("guardian", "guardian.guardian_id", "users.id")
        .innerJoin("group_member", "group_member.user_id", "guardian.entrusted_id")
        .innerJoin("planning_group", (join) =>
          join.onRef("planning_group.id", "=", "group_member.group_id").on("planning_group.deleted_at", "is", null),
        )
        .select([...columns, "planning_group.id as group_id"]),
    )
    .execute();
  const bySession = Map.groupBy(rows, (row) => row.session_id);
  return new Map([...bySession].map(([sessionId, sessionRows]) => [sessionId, audienceOf(sessionRows)]));
}

interface AudienceRow {
  readonly user_id: string;
  readonly is_admin: boolean | number;
  readonly group_id: string | null;
}

function audienceOf(rows: readonly AudienceRow[]): Audience {
  const { user_id: userId = "", is_admin: isAdmin = false } = rows[0] ?? {};
  const groupIds = new Set(rows.flatMap(({ group_id: id }) => (id === null ? [] : [id])));
  // Leaders receive the same as other members: only admins receive all groups and turns.
  const actor = { isAdmin: readBoolean(isAdmin), ledGroupIds: [] };
  const seesAll = may(actor, "event.see_other_groups");
  return { userId, groupIds: seesAll ? null : groupIds, seesTurns: may(actor, "turns.see_all", null) };
}

/** The sorted ids of the guardians of each entrusted person, by the id of that person. */
export type Guardians = ReadonlyMap<string, readonly string[]>;

function byEntrusted(rows: readonly { readonly entrusted_id: string; readonly guardian_id: string }[]): Guardians {
  const byPerson = Map.groupBy(rows, ({ entrusted_id: id }) => id);
  return new Map([...byPerson].map(([id, personRows]) => [id, personRows.map((row) => row.guardian_id)]));
}

function selectGuardians({ kysely }: Queryable) {
  return kysely.selectFrom("guardian").select(["entrusted_id", "guardian_id"]).orderBy("guardian_id");
}

export async function readGuardiansOf(queryable: Queryable, userIds: readonly string[]): Promise<Guardians> {
  if (userIds.length === 0) return new Map();
  return byEntrusted(await selectGuardians(queryable).where("entrusted_id", "in", userIds).execute());
}

/**
 * The guardians whom this user may see. Admins see all guardians, and leaders those of the members of their groups. A
 * guardian sees the other guardians of the people entrusted to them.
 */
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
            // SQL has no empty lists. No group has an empty id.
            .where("group_id", "in", ["", ...ledGroupIds]),
        ),
      ]),
    )
    .execute();
  return byEntrusted(rows);
}

/** The people who are entrusted to this guardian. */
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
