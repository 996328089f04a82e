import type { GroupDetails } from "#contract/planning/planning.ts";
import { covers, inRoleOrder } from "#domain/line-up/band-roles.ts";
import { mayTakeAll } from "#domain/line-up/critical-roles.ts";
import {
  isKeepable,
  isRepairOf,
  isSameLineUp,
  type KeptLineUp,
  placesShown,
  QUIET_AFTER_KEEPING_MS,
  rolesOfPerson,
  withoutHolder,
} from "#domain/line-up/kept-line-up.ts";
import type { ChangeOf } from "#domain/planning/planning-change.ts";
import { type PlannedEvent, type Planning, rolesNeeded } from "#domain/planning/planning.ts";
import { readPositions } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";
import { found, Refusal } from "../../errors.ts";
import type { NewJob } from "../../jobs/job.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { readEvent } from "../events/read-events.ts";
import { namedEvent, revision } from "../events/write-events.ts";
import { readGroup } from "../groups/read-groups.ts";
import type { Writing, WrittenChange } from "../shared-planning.ts";

export interface PlacePayload {
  /** The user who changed the line-up last, and gets no message; `null`: everybody on it gets one. */
  readonly keptBy: string | null;
}

function jobOf(writing: Writing, eventId: string, payload: PlacePayload): NewJob {
  const dueAt = new Date(writing.now.getTime() + QUIET_AFTER_KEEPING_MS);
  return { kind: "places", subject: eventId, dueAt, payload };
}

/** Adds the job that tells people what changed for them, once the line-up has not changed for a while. */
export async function noteLineUp(writing: Writing, eventId: string, keptBy: string | null): Promise<void> {
  await addJobs(writing, [jobOf(writing, eventId, { keptBy })], writing.now);
}

/**
 * Like `noteLineUp`, for events that were restored: nobody was told of a line-up that changed shortly before its event was
 * deleted.
 */
export async function noteRestoredLineUps(writing: Writing, eventIds: readonly string[]): Promise<void> {
  const { kysely, now, today } = writing;
  if (eventIds.length === 0) return;
  const rows = await kysely
    .selectFrom("planning_event")
    .select("id")
    .where("id", "in", eventIds)
    .where("line_up", "is not", null)
    .where("date", ">=", today)
    // If the former job still waits, it stays.
    .where("id", "not in", kysely.selectFrom("job").select("subject").where("kind", "=", "places"))
    .execute();
  const jobs = rows.map(({ id }) => jobOf(writing, id, { keptBy: null }));
  await addJobs(writing, jobs, now);
}

/** The current services of each person on a line-up. @throws Refusal `user.not_found` */
async function servicesOfHolders({ kysely }: Writing, lineUp: KeptLineUp): Promise<Map<string, readonly string[]>> {
  const ids = [...new Set(lineUp.map(({ userId }) => userId))];
  if (ids.length === 0) return new Map();
  const rows = await kysely.selectFrom("users").select(["id", "positions"]).where("id", "in", ids).execute();
  if (rows.length < ids.length) throw new Refusal("user.not_found");
  return new Map(rows.map(({ id, positions }) => [id, readPositions(positions)]));
}

interface Checked {
  readonly lineUp: KeptLineUp;
  readonly event: PlannedEvent;
  readonly group: GroupDetails;
}

/**
 * Checks that each person can take their roles. They need not be present: they may be answering at this moment.
 * @throws Refusal `line_up.invalid`, `user.not_found`
 */
async function requireHoldable(writing: Writing, { lineUp, event, group }: Checked): Promise<void> {
  const { combinablePairs } = group;
  if (!isKeepable(lineUp, placesShown(event.lineUp ?? [], rolesNeeded(event, group))))
    throw new Refusal("line_up.invalid");
  for (const [userId, services] of await servicesOfHolders(writing, lineUp)) {
    const roles = rolesOfPerson(lineUp, userId);
    // A past event keeps the services of its time.
    const recorded = event.availability.filter((entry) => entry.userId === userId).map(({ position }) => position);
    const isHeld = roles.every((role) => [...services, ...recorded].some((service) => covers(service, role)));
    if (!isHeld || !mayTakeAll(roles, combinablePairs)) throw new Refusal("line_up.invalid");
  }
}

function inOrder(lineUp: KeptLineUp): KeptLineUp {
  const roles = new Set(inRoleOrder(lineUp.map(({ role }) => role)));
  return [...roles].flatMap((role) => lineUp.filter((holding) => holding.role === role));
}

/** Only writes the row: it neither checks the line-up nor logs the change. */
export async function writeLineUp({ kysely, now }: Writing, eventId: string, lineUp: KeptLineUp | null): Promise<void> {
  const stored = { line_up: lineUp && JSON.stringify(lineUp) };
  await kysely.updateTable("planning_event").set(stored).set(revision(now)).where("id", "=", eventId).execute();
}

/**
 * Keeps a line-up. A repeated call changes nothing.
 * @throws Refusal `event.not_found`, `line_up.invalid`, `line_up.changed`, `user.not_found`
 */
export async function keepLineUp(
  writing: Writing,
  { type, eventId, lineUp: holdings, repairs }: ChangeOf<"line_up.kept">,
): Promise<WrittenChange | null> {
  const event = found(await readEvent(writing, eventId), "event.not_found");
  const { groupId } = event;
  const lineUp = inOrder(holdings);
  if (event.lineUp !== undefined && isSameLineUp(event.lineUp, lineUp)) return null;
  const group = found(await readGroup(writing, groupId), "group.not_found");
  await requireHoldable(writing, { lineUp, event, group });
  if (repairs !== undefined && !isRepairOf(event, lineUp, repairs)) throw new Refusal("line_up.changed");
  await writeLineUp(writing, eventId, lineUp);
  return { entry: { change: { type, eventId, lineUp }, groupId }, act: { type, event: namedEvent(event) } };
}

/** Drops the kept line-up. Without one, nothing changes. @throws Refusal `event.not_found` */
export async function dropLineUp(writing: Writing, change: ChangeOf<"line_up.dropped">): Promise<WrittenChange | null> {
  const event = found(await readEvent(writing, change.eventId), "event.not_found");
  if (event.lineUp === undefined) return null;
  await writeLineUp(writing, event.id, null);
  return { entry: { change, groupId: event.groupId }, act: { type: change.type, event: namedEvent(event) } };
}

/** Removes a person from all kept line-ups, even of deleted events. */
export async function forgetHolder(writing: Writing, userId: string): Promise<void> {
  const rows = await writing.kysely
    .selectFrom("planning_event")
    .select(["id", "line_up"])
    .where("line_up", "like", `%${userId}%`)
    .execute();
  for (const { id, line_up: stored } of rows) {
    const lineUp = JSON.parse(stored ?? "[]") as KeptLineUp;
    const others = withoutHolder(lineUp, userId);
    if (others.length < lineUp.length) await writeLineUp(writing, id, others);
  }
}

/** How many times a month a person wants to play at most; `null`: no limit. */
export async function readWish({ kysely }: Queryable, userId: string): Promise<number | null> {
  const query = kysely.selectFrom("users").select("plays_at_most").where("id", "=", userId);
  return (await query.executeTakeFirst())?.plays_at_most ?? null;
}

export async function readWishes({ kysely }: Queryable): Promise<Planning["wishes"]> {
  const rows = await kysely
    .selectFrom("users")
    .select(["id", "plays_at_most"])
    .where("plays_at_most", "is not", null)
    .execute();
  return Object.fromEntries(rows.flatMap(({ id, plays_at_most: most }) => (most === null ? [] : [[id, most]])));
}

/** The same wish again changes nothing. */
export async function setWish(writing: Writing, change: ChangeOf<"person.wish_set">): Promise<WrittenChange | null> {
  const { userId, most } = change;
  if ((await readWish(writing, userId)) === most) return null;
  await writing.kysely.updateTable("users").set({ plays_at_most: most }).where("id", "=", userId).execute();
  return { entry: { change, groupId: null }, act: null };
}
