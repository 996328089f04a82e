import { covers, inScaleOrder } from "#domain/line-up/band-roles.ts";
import {
  isKeepable,
  isRepairOf,
  isSameLineUp,
  placesShown,
  type KeptLineUp,
  rolesOfPerson,
  withoutHolder,
} from "#domain/line-up/kept-line-up.ts";
import type { GroupDetails } from "#contract/planning/planning.ts";
import { type PlannedEvent, rolesNeeded } from "#domain/planning/planning.ts";
import { readPositions } from "../../api/user-record.ts";
import { Refusal } from "../../errors.ts";
import type { ChangeOf } from "#domain/planning/planning-change.ts";
import type { WrittenChange } from "../changes/written-change.ts";
import { readEvent } from "../events/read-events.ts";
import { revision } from "../events/write-event-revisions.ts";
import { readGroup } from "../groups/read-groups.ts";
import { found } from "../planning-answer.ts";
import type { Writing } from "../shared-planning.ts";

/** The services of each person on a line-up, by their profile. @throws Refusal `user.not_found` */
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
 * Checks that each person may take their roles. Whether they are present does not matter: they may answer at the same
 * moment.
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
    const [first, second] = roles;
    const mayBoth = second === undefined || combinablePairs.some((pair) => pair[0] === first && pair[1] === second);
    if (!isHeld || !mayBoth) throw new Refusal("line_up.invalid");
  }
}

function inOrder(lineUp: KeptLineUp): KeptLineUp {
  const roles = new Set(inScaleOrder(lineUp.map(({ role }) => role)));
  return [...roles].flatMap((role) => lineUp.filter((holding) => holding.role === role));
}

/** Writes the row alone: neither checks the line-up nor logs it. */
export async function writeLineUp({ kysely, now }: Writing, eventId: string, lineUp: KeptLineUp | null): Promise<void> {
  const stored = { line_up: lineUp && JSON.stringify(lineUp) };
  await kysely.updateTable("planning_event").set(stored).set(revision(now)).where("id", "=", eventId).execute();
}

function named({ id, name, date }: PlannedEvent) {
  return { id, name, date };
}

/**
 * The line-up that is kept already changes nothing: a repeated call is harmless.
 * @throws Refusal `event.not_found`, `line_up.invalid`, `line_up.changed`, `user.not_found`
 */
export async function keepLineUp(
  writing: Writing,
  { type, eventId, lineUp: holdings, repairs }: ChangeOf<"line_up.kept">,
): Promise<WrittenChange | null> {
  const { row: event } = found(await readEvent(writing, eventId), "event.not_found");
  const { groupId } = event;
  const lineUp = inOrder(holdings);
  if (event.lineUp !== undefined && isSameLineUp(event.lineUp, lineUp)) return null;
  const { row: group } = found(await readGroup(writing, groupId), "group.not_found");
  await requireHoldable(writing, { lineUp, event, group });
  if (repairs !== undefined && !isRepairOf(event, lineUp, repairs)) throw new Refusal("line_up.changed");
  await writeLineUp(writing, eventId, lineUp);
  return { entry: { change: { type, eventId, lineUp }, groupId }, act: { type, event: named(event) } };
}

/** Dropping where none is kept changes nothing. @throws Refusal `event.not_found` */
export async function dropLineUp(writing: Writing, change: ChangeOf<"line_up.dropped">): Promise<WrittenChange | null> {
  const { row: event } = found(await readEvent(writing, change.eventId), "event.not_found");
  if (event.lineUp === undefined) return null;
  await writeLineUp(writing, event.id, null);
  return { entry: { change, groupId: event.groupId }, act: { type: change.type, event: named(event) } };
}

/** Takes a person off all kept line-ups, those in the trash too. */
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
