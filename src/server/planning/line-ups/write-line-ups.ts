import type { GroupDetails } from "#contract/planning/planning.ts";
import { covers } from "#domain/line-up/band-roles.ts";
import { mayTakeAll } from "#domain/line-up/critical-roles.ts";
import {
  isKeepable,
  isRepairOf,
  isSameLineUp,
  type KeptLineUp,
  placesShown,
  QUIET_AFTER_KEEPING_MS,
  rolesOfPerson,
  sortedByRole,
  withoutHolder,
} from "#domain/line-up/kept-line-up.ts";
import { type PlannedEvent, type Planning, rolesNeeded } from "#domain/planning/planning.ts";
import { readPositions } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";
import { found, Refusal } from "../../errors.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { readEvent } from "../events/read-events.ts";
import { eventForJournal, nextRevision } from "../events/write-events.ts";
import { readGroup } from "../groups/read-groups.ts";
import type { WantedOf, WriteChange, WriteTransaction } from "../shared-planning.ts";

/** The payload of the job that messages people whose roles in a kept line-up changed. */
export interface PlacePayload {
  /** The user who changed the line-up last, and gets no message; `null`: everybody on it gets one. */
  readonly keptBy: string | null;
}

/** Adds the jobs that message people whose roles changed. Debounced: each change of the line-up delays its job anew. */
export async function addLineUpJobs(
  writing: WriteTransaction,
  eventIds: readonly string[],
  keptBy: PlacePayload["keptBy"],
): Promise<void> {
  const dueAt = new Date(writing.now.getTime() + QUIET_AFTER_KEEPING_MS);
  const payload: PlacePayload = { keptBy };
  const jobs = eventIds.map((eventId) => ({ kind: "places" as const, subject: eventId, dueAt, payload }));
  await addJobs(writing, jobs, writing.now);
}

/**
 * Adds the jobs of restored events with a line-up: if the line-up changed minutes before the event was deleted, nobody
 * got a message about the change.
 */
export async function addRestoredLineUpJobs(writing: WriteTransaction, eventIds: readonly string[]): Promise<void> {
  const { kysely, today } = writing;
  if (eventIds.length === 0) return;
  const rows = await kysely
    .selectFrom("planning_event")
    .select("id")
    .where("id", "in", eventIds)
    .where("line_up", "is not", null)
    .where("date", ">=", today)
    // A job that still waits stays as it is.
    .where("id", "not in", kysely.selectFrom("job").select("subject").where("kind", "=", "places"))
    .execute();
  const ids = rows.map(({ id }) => id);
  await addLineUpJobs(writing, ids, null);
}

/** The current services of each person on a line-up. @throws Refusal `user.not_found` */
async function servicesOfHolders({ kysely }: Queryable, lineUp: KeptLineUp): Promise<Map<string, readonly string[]>> {
  const ids = [...new Set(lineUp.map(({ userId }) => userId))];
  if (ids.length === 0) return new Map();
  const rows = await kysely.selectFrom("users").select(["id", "positions"]).where("id", "in", ids).execute();
  if (rows.length < ids.length) throw new Refusal("user.not_found");
  return new Map(rows.map(({ id, positions }) => [id, readPositions(positions)]));
}

interface ProposedLineUp {
  readonly lineUp: KeptLineUp;
  readonly event: PlannedEvent;
  readonly group: GroupDetails;
}

/**
 * Checks that each person can take their roles. They need not be present: they may be answering at this moment.
 * @throws Refusal `line_up.invalid`, `user.not_found`
 */
async function requireHoldable(writing: WriteTransaction, { lineUp, event, group }: ProposedLineUp): Promise<void> {
  const places = placesShown(event.lineUp ?? [], rolesNeeded(event, group));
  if (!isKeepable(lineUp, places)) throw new Refusal("line_up.invalid");
  for (const [userId, currentServices] of await servicesOfHolders(writing, lineUp)) {
    const roles = rolesOfPerson(lineUp, userId);
    const ownEntries = event.availability.filter((entry) => entry.userId === userId);
    // The answers of a past event contain the services that people had at that time. Those count too.
    const services = [...currentServices, ...ownEntries.map(({ position }) => position)];
    const coversRoles = roles.every((role) => services.some((service) => covers(service, role)));
    if (!coversRoles || !mayTakeAll(roles, group.combinablePairs)) throw new Refusal("line_up.invalid");
  }
}

/** Only writes the row: it neither checks the line-up nor logs the change. */
export async function writeLineUp(
  { kysely, now }: WriteTransaction,
  eventId: string,
  lineUp: KeptLineUp | null,
): Promise<void> {
  const stored = { line_up: lineUp && JSON.stringify(lineUp) };
  await kysely.updateTable("planning_event").set(stored).set(nextRevision(now)).where("id", "=", eventId).execute();
}

/**
 * Stores the line-up that a leader chose for an event. A repeated call changes nothing. `repairs` is the kept line-up that
 * the new one repairs: the call is refused if that was changed since, or if somebody on the new one is no longer present.
 * @throws Refusal `event.not_found`, `line_up.invalid`, `line_up.changed`, `user.not_found`
 */
export const keepLineUp: WriteChange<WantedOf<"line_up.kept">> = async (
  writing,
  { type, eventId, lineUp: holdings, repairs },
) => {
  const event = found(await readEvent(writing, eventId), "event.not_found");
  const { groupId } = event;
  const lineUp = sortedByRole(holdings);
  if (event.lineUp !== undefined && isSameLineUp(event.lineUp, lineUp)) return null;
  const group = found(await readGroup(writing, groupId), "group.not_found");
  await requireHoldable(writing, { lineUp, event, group });
  if (repairs !== undefined && !isRepairOf(event, lineUp, repairs)) throw new Refusal("line_up.changed");
  await writeLineUp(writing, eventId, lineUp);
  return { entry: { change: { type, eventId, lineUp }, groupId }, act: { type, event: eventForJournal(event) } };
};

/** Deletes the kept line-up. If there is none, nothing changes. @throws Refusal `event.not_found` */
export const dropLineUp: WriteChange<WantedOf<"line_up.dropped">> = async (writing, change) => {
  const event = found(await readEvent(writing, change.eventId), "event.not_found");
  if (event.lineUp === undefined) return null;
  await writeLineUp(writing, event.id, null);
  return { entry: { change, groupId: event.groupId }, act: { type: change.type, event: eventForJournal(event) } };
};

/** Removes a person from all kept line-ups, even of deleted events. */
export async function forgetHolder(writing: WriteTransaction, userId: string): Promise<void> {
  const rows = await writing.kysely
    .selectFrom("planning_event")
    .select(["id", "line_up"])
    .where("line_up", "like", `%${userId}%`)
    .execute();
  for (const { id, line_up: stored } of rows) {
    const lineUp = JSON.parse(stored ?? "[]") as KeptLineUp;
    const lineUpOfOthers = withoutHolder(lineUp, userId);
    if (lineUpOfOthers.length < lineUp.length) await writeLineUp(writing, id, lineUpOfOthers);
  }
}

/** How many times a month a person wants to play at most; `null`: no limit. */
export async function readWish({ kysely }: Queryable, userId: string): Promise<number | null> {
  const query = kysely.selectFrom("users").select("plays_at_most").where("id", "=", userId);
  return (await query.executeTakeFirst())?.plays_at_most ?? null;
}

/** The wishes of all people who have one, by user id. */
export async function readWishes({ kysely }: Queryable): Promise<Planning["wishes"]> {
  const rows = await kysely
    .selectFrom("users")
    .select(["id", "plays_at_most"])
    .where("plays_at_most", "is not", null)
    .execute();
  return Object.fromEntries(rows.flatMap(({ id, plays_at_most: most }) => (most === null ? [] : [[id, most]])));
}

/** Stores how many times a month a person wants to play at most. A repeated call changes nothing. */
export const setWish: WriteChange<WantedOf<"person.wish_set">> = async (writing, change) => {
  const { userId, most } = change;
  if ((await readWish(writing, userId)) === most) return null;
  await writing.kysely.updateTable("users").set({ plays_at_most: most }).where("id", "=", userId).execute();
  return { entry: { change, groupId: null }, act: null };
};
