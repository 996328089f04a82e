import { momentOf, type TimeZone } from "#domain/calendar/time-zone.ts";
import { type PlayState, playState } from "#domain/line-up/play-state.ts";
import { idsOfNamesakes } from "#domain/people/fold-text.ts";
import type { Person } from "#domain/people/people.ts";
import { type PlannedEvent, rolesNeeded } from "#domain/planning/planning.ts";
import { readUser, USER_COLUMNS } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import { readEvent } from "../events/read-events.ts";
import { readGroup } from "../groups/read-groups.ts";

/** An event for which people are asked. */
export interface Situation {
  readonly event: PlannedEvent;
  readonly begins: Date;
  readonly state: PlayState;
  /** The members, with their current services. */
  readonly people: readonly Person[];
  readonly memberIds: ReadonlySet<string>;
  /** Those who answered, or are in an absence. */
  readonly answered: ReadonlySet<string>;
}

/** `null` when the event or its group is deleted. */
export async function findSituation(
  queryable: Queryable,
  eventId: string,
  timeZone: TimeZone,
): Promise<Situation | null> {
  const { row: event } = await readEvent(queryable, eventId);
  if (event === null) return null;
  const { row: group } = await readGroup(queryable, event.groupId);
  if (group === null) return null;
  const people = await queryable.kysely
    .selectFrom("users")
    .innerJoin("group_member", "group_member.user_id", "users.id")
    .select(USER_COLUMNS)
    .where("group_member.group_id", "=", group.id)
    .execute();
  const members = people.map(readUser);
  const { availability } = event;
  const { combinablePairs } = group;
  const requiredRoles = rolesNeeded(event, group);
  return {
    event,
    begins: new Date(momentOf(event, timeZone)),
    state: playState({
      availability,
      people: members,
      namesakes: idsOfNamesakes(members),
      combinablePairs,
      requiredRoles,
      isPast: false,
    }),
    people: members,
    memberIds: new Set(group.memberIds),
    answered: new Set(availability.map(({ userId }) => userId)),
  };
}

/** @throws Refusal when the event does not exist or is deleted */
export async function readSituation(queryable: Queryable, eventId: string, timeZone: TimeZone): Promise<Situation> {
  const situation = await findSituation(queryable, eventId, timeZone);
  if (situation === null) throw new Refusal("event.not_found");
  return situation;
}
