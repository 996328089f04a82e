import type { GroupDetails } from "#contract/planning/planning.ts";
import { isPast } from "#domain/calendar/calendar.ts";
import { endOfEvent, type Moment, todayOf } from "#domain/calendar/time-zone.ts";
import { answerEffect } from "#domain/line-up/answer-effect.ts";
import { hasSeveral } from "#domain/line-up/band-roles.ts";
import type { PlayQuestion } from "#domain/line-up/play-state.ts";
import { idsOfNamesakes } from "#domain/people/fold-text.ts";
import type { Person } from "#domain/people/people.ts";
import { type PlannedEvent, type Planning, rolesNeeded } from "#domain/planning/planning.ts";
import { effectSentence } from "#text/event/answer-effect.ts";
import type { Queryable } from "../../database/database.ts";
import { readEvent } from "../../planning/events/read-events.ts";
import { listMemberships, readGroup } from "../../planning/groups/read-groups.ts";
import { readPeople } from "./read-recipients.ts";

/** An event with all that decides whether its group can play. */
export interface Situation {
  readonly event: PlannedEvent;
  readonly group: GroupDetails;
  readonly question: PlayQuestion;
}

/** `null` when the event or its group does not exist any more. */
export async function readSituation(queryable: Queryable, eventId: string, moment: Moment): Promise<Situation | null> {
  const event = await readEvent(queryable, eventId);
  if (event === null) return null;
  return (await readSituations(queryable, [event], moment)).get(eventId) ?? null;
}

/** Like `readSituation`, but `null` also when the event is over. */
export async function readComing(
  occasion: Moment & { readonly queryable: Queryable },
  eventId: string,
): Promise<Situation | null> {
  const situation = await readSituation(occasion.queryable, eventId, occasion);
  const isOver = situation !== null && endOfEvent(situation.event, occasion.zone) <= occasion.now.getTime();
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
    const { availability } = event;
    const requiredRoles = rolesNeeded(event, group);
    const members = group.memberIds.flatMap((id) => people.get(id) ?? []);
    const { combinablePairs } = group;
    const namesakes = idsOfNamesakes(members);
    const base = { availability, people: members, namesakes, combinablePairs, requiredRoles };
    const question = { ...base, isPast: isPast(event, todayOf(moment)) };
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

/** « Sans vous, pas de Batterie. »; `null` where others have the same services as this person. */
export function stakeOf({ question }: Situation, person: Person): string | null {
  const effect = answerEffect(question, person);
  return effect.kind === "none" || effect.kind === "no_critical_service"
    ? null
    : effectSentence(effect, question.requiredRoles.length, hasSeveral(question.requiredRoles));
}
