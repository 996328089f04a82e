import type { GroupDetails } from "#contract/planning/planning.ts";
import { isPast } from "#domain/calendar/calendar.ts";
import { endOfEvent, type Moment, todayOf } from "#domain/calendar/time-zone.ts";
import type { PlayQuestion } from "#domain/line-up/play-state.ts";
import { namesakesAmong } from "#domain/people/fold-text.ts";
import { type PlannedEvent, type Planning, rolesNeeded } from "#domain/planning/planning.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";
import { found } from "../../errors.ts";
import { listMemberships, readGroup } from "../groups/read-groups.ts";
import { readEvent } from "./read-events.ts";

/** An event with its group, and the input of `playState`, which decides whether the group can play at it. */
export interface Situation {
  readonly event: PlannedEvent;
  readonly group: GroupDetails;
  readonly question: PlayQuestion;
}

/** The people of `userIds` who exist. */
export async function readPeople({ kysely }: Queryable, userIds: readonly string[]): Promise<UserRecord[]> {
  if (userIds.length === 0) return [];
  const rows = await kysely.selectFrom("users").select(USER_COLUMNS).where("id", "in", userIds).execute();
  return rows.map(readUser);
}

/** `null` when the event or its group does not exist any more. */
export async function readSituation(queryable: Queryable, eventId: string, moment: Moment): Promise<Situation | null> {
  const event = await readEvent(queryable, eventId);
  if (event === null) return null;
  return (await readSituations(queryable, [event], moment)).get(eventId) ?? null;
}

/** @throws Refusal when the event or its group does not exist any more */
export async function requireSituation(queryable: Queryable, eventId: string, moment: Moment): Promise<Situation> {
  return found(await readSituation(queryable, eventId, moment), "event.not_found");
}

/** Like `readSituation`, but `null` also when the event is over. */
export async function readUpcomingSituation(
  context: Moment & { readonly queryable: Queryable },
  eventId: string,
): Promise<Situation | null> {
  const situation = await readSituation(context.queryable, eventId, context);
  const isOver = situation !== null && endOfEvent(situation.event, context.zone) <= context.now.getTime();
  return isOver ? null : situation;
}

/** The situations of these events, by event id. Events whose group does not exist are left out. */
export async function readSituations(
  queryable: Queryable,
  events: readonly PlannedEvent[],
  moment: Moment,
): Promise<ReadonlyMap<string, Situation>> {
  const groups = new Map<string, GroupDetails>();
  for (const groupId of new Set(events.map((event) => event.groupId))) {
    const group = await readGroup(queryable, groupId);
    if (group !== null) groups.set(groupId, group);
  }
  const memberIds = new Set([...groups.values()].flatMap((group) => group.memberIds));
  const people = new Map((await readPeople(queryable, [...memberIds])).map((person) => [person.id, person]));
  const situations = events.flatMap((event): Situation[] => {
    const group = groups.get(event.groupId);
    if (group === undefined) return [];
    const members = group.memberIds.flatMap((id) => people.get(id) ?? []);
    const question = {
      availability: event.availability,
      people: members,
      namesakes: namesakesAmong(members).map(([one, other]) => [one.id, other.id] as const),
      combinablePairs: group.combinablePairs,
      requiredRoles: rolesNeeded(event, group),
      isPast: isPast(event, todayOf(moment)),
    };
    return [{ event, group, question }];
  });
  return new Map(situations.map((situation) => [situation.event.id, situation]));
}

/** The ids of the members of each group that is not deleted. */
export async function readMembers(queryable: Queryable): Promise<NonNullable<Planning["members"]>> {
  const memberships = await listMemberships(queryable);
  const byGroup = Map.groupBy(memberships, ({ groupId }) => groupId);
  return Object.fromEntries([...byGroup].map(([groupId, members]) => [groupId, members.map(({ userId }) => userId)]));
}
