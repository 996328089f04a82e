import fc from "fast-check";
import { type EventScope, isInScope, type ReadPart } from "#client/planning/shared-planning/reads/known-planning.ts";
import { seriesEventId } from "#domain/planning/event-edit.ts";
import { applyChange, type ChangeOf, type PlanningChange, refusalOf } from "#domain/planning/planning-change.ts";
import {
  combinablePairsOf,
  EMPTY_PLANNING,
  eventsOfGroup,
  findEvent,
  findGroup,
  type PlannedEvent,
  type Planning,
} from "#domain/planning/planning.ts";

/** The log of a server, from position 1. Each change was allowed at its position. */
export type Log = readonly PlanningChange[];

const GROUP_IDS = ["g1", "g2"];
const DATES = ["2026-11-03", "2026-11-29", "2026-12-24"];

const SERIES_IDS = ["10000000-0000-4000-8000-000000000000", "20000000-0000-4000-8000-000000000000"];
const SERIES_EVENT_IDS = SERIES_IDS.flatMap((id) => DATES.map((date) => seriesEventId(id, date)));

const groupId = fc.constantFrom(...GROUP_IDS);
const eventId = fc.constantFrom("e1", "e2", "e3", ...SERIES_EVENT_IDS);
const userId = fc.constantFrom("anne", "bruno");
const person = userId.map((id) => ({ id, firstName: id, lastName: "Martin", positions: ["Piano"] as const }));
const event = fc.record({
  id: eventId,
  groupId,
  name: fc.constantFrom("Culte", "Veillée"),
  date: fc.constantFrom(...DATES),
  time: fc.constantFrom("10:00", "20:30"),
  location: fc.constant("Temple"),
});

const roles = fc.subarray(["Lead", "Bass", "Voix"] as const);
const seriesId = fc.constantFrom(...SERIES_IDS);
const answers = fc.constantFrom("keep" as const, "reset" as const);
const anyEdit = fc.record(
  {
    name: fc.constant("Fête"),
    date: fc.constantFrom(...DATES),
    time: fc.constant("18:00"),
    endTime: fc.constantFrom("19:00", "01:00", null),
    endsNextDay: fc.constantFrom(true, null),
    details: fc.constantFrom("Prendre les partitions", null),
    requiredRoles: fc.oneof(roles, fc.constant(null)),
  },
  { requiredKeys: [] },
);
const following = { eventId: fc.constantFrom(...SERIES_EVENT_IDS), seriesId, from: fc.constantFrom(...DATES) };

/** Any change of each kind, allowed or not. */
const CHANGES: { readonly [Type in PlanningChange["type"]]: fc.Arbitrary<ChangeOf<Type>> } = {
  "group.created": fc.record({
    type: fc.constant("group.created" as const),
    group: fc.record({ id: groupId, name: fc.constantFrom("Louange", "Jeunes") }),
  }),
  "group.renamed": fc.record({
    type: fc.constant("group.renamed" as const),
    groupId,
    name: fc.constantFrom("Chorale", "Ados"),
  }),
  "group.deleted": fc.record({ type: fc.constant("group.deleted" as const), groupId }),
  "group.pairs_set": fc.record({
    type: fc.constant("group.pairs_set" as const),
    groupId,
    pairs: fc.constantFrom([], [["Lead", "Bass"] as const]),
  }),
  "group.required_roles_set": fc.record({
    type: fc.constant("group.required_roles_set" as const),
    groupId,
    roles,
  }),
  "line_up.kept": fc.record({
    type: fc.constant("line_up.kept" as const),
    eventId,
    lineUp: fc.tuple(fc.record({ role: fc.constantFrom("Lead" as const, "Voix" as const), userId })),
  }),
  "line_up.dropped": fc.record({ type: fc.constant("line_up.dropped" as const), eventId }),
  "programme.set": fc.record({
    type: fc.constant("programme.set" as const),
    eventId,
    programme: fc.constantFrom([], [{ title: "À toi la gloire" }], [{ title: "Abba Père", key: "La m" }]),
    basedOn: fc.nat(3),
  }),
  "person.wish_set": fc.record({
    type: fc.constant("person.wish_set" as const),
    userId,
    most: fc.constantFrom(1, 4, null),
  }),
  "group.joined": fc.record({ type: fc.constant("group.joined" as const), groupId, userId }),
  "group.left": fc.record({ type: fc.constant("group.left" as const), groupId, userId }),
  "group.leader_named": fc.record({ type: fc.constant("group.leader_named" as const), groupId, userId }),
  "group.leader_removed": fc.record({ type: fc.constant("group.leader_removed" as const), groupId, userId }),
  "group.restored": fc.record({
    type: fc.constant("group.restored" as const),
    group: fc.record({ id: groupId, name: fc.constant("Louange") }),
    place: fc.nat(2),
    events: fc.constant([]),
    pairs: fc.constant(null),
    memberIds: fc.constantFrom([], ["anne"]),
  }),
  "event.created": fc.record({ type: fc.constant("event.created" as const), event }),
  "event.edited": fc.record({ type: fc.constant("event.edited" as const), eventId, edit: anyEdit, answers }),
  "series.created": fc.record({
    type: fc.constant("series.created" as const),
    series: fc.record({
      id: seriesId,
      groupId,
      name: fc.constant("Culte"),
      date: fc.constantFrom(...DATES),
      time: fc.constant("10:00"),
      location: fc.constant("Temple"),
      every: fc.constantFrom("week" as const, "two_weeks" as const, "month" as const),
      until: fc.constantFrom("2026-12-24", "2027-01-10"),
    }),
  }),
  "series.edited": fc.record({
    type: fc.constant("series.edited" as const),
    ...following,
    days: fc.constantFrom(-7, 0, 1, 30),
    edit: fc.record({ time: fc.constant("18:00"), endTime: fc.constantFrom("19:00", null) }, { requiredKeys: [] }),
    answers,
  }),
  "series.deleted": fc.record({ type: fc.constant("series.deleted" as const), ...following }),
  "series.restored": fc.record({
    type: fc.constant("series.restored" as const),
    ...following,
    events: fc.constant([]),
  }),
  "event.deleted": fc.record({ type: fc.constant("event.deleted" as const), eventId }),
  "event.restored": fc.record({
    type: fc.constant("event.restored" as const),
    event: event.map((row) => ({ ...row, availability: [] })),
  }),
  "availability.set": fc.record({
    type: fc.constant("availability.set" as const),
    eventId,
    person,
    answer: fc.constantFrom("present" as const, "absent" as const, null),
  }),
  // The server logs no absences, so that they change no event of this log.
  "absence.added": fc.record({
    type: fc.constant("absence.added" as const),
    absence: fc.record({
      id: fc.constantFrom("a1", "a2"),
      person,
      from: fc.constant("2026-10-01"),
      to: fc.constant("2026-10-03"),
    }),
  }),
  "absence.removed": fc.record({
    type: fc.constant("absence.removed" as const),
    absenceId: fc.constantFrom("a1", "a2"),
    userId,
  }),
  "person.changed": fc.record({
    type: fc.constant("person.changed" as const),
    person,
    from: fc.constantFrom(...DATES),
  }),
  "service.renamed": fc.record({
    type: fc.constant("service.renamed" as const),
    formerName: fc.constantFrom("Voix", "Chœur"),
    name: fc.constantFrom("Chœur", "Alto"),
  }),
  "person.removed": fc.record({ type: fc.constant("person.removed" as const), userId }),
};
const change: fc.Arbitrary<PlanningChange> = fc.oneof(...Object.values(CHANGES));

/** Whether it creates a series with the id of an earlier one. The server refuses that even if no event has that id. */
function isOfKnownSeries(made: Log, wanted: PlanningChange): boolean {
  if (wanted.type !== "series.created") return false;
  return made.some((each) => each.type === wanted.type && each.series.id === wanted.series.id);
}

/**
 * `wanted` as the server logs it: an edit or a deletion of a series starts on the date of its first event. `null`: there is
 * no such event.
 */
function asLogged(planning: Planning, wanted: PlanningChange): PlanningChange | null {
  if (wanted.type !== "series.edited" && wanted.type !== "series.deleted") return wanted;
  const first = findEvent(planning, wanted.eventId);
  return first?.seriesId === wanted.seriesId ? { ...wanted, from: first.date } : null;
}

/** A log that first creates both groups, so that most changes are allowed. */
export const log: fc.Arbitrary<Log> = fc.array(change, { maxLength: 30 }).map((changes) => {
  const groups = GROUP_IDS.map((id) => ({ type: "group.created" as const, group: { id, name: id } }));
  const made: PlanningChange[] = [];
  for (const wanted of [...groups, ...changes]) {
    const planning = planningAt(made, made.length);
    const logged = asLogged(planning, wanted);
    if (logged === null || isOfKnownSeries(made, logged)) continue;
    if (refusalOf(planning, logged) === null) made.push(logged);
  }
  return made;
});

/** The server's planning after the change at `position`. */
export function planningAt(changes: Log, position: number): Planning {
  return changes.slice(0, position).reduce(applyChange, { ...EMPTY_PLANNING, members: {} });
}

export const SCOPES: readonly EventScope[] = [
  { type: "days", groupId: null, from: "2026-11-01", to: "2026-11-30" },
  { type: "days", groupId: "g1", from: "2026-11-20", to: null },
  { type: "event", eventId: "e1" },
];

/** Parts of every kind, as the server would return them at `position`. */
export function partsAt(changes: Log, position: number): ReadPart[] {
  const planning = planningAt(changes, position);
  return [
    { position, part: { type: "groups", groups: planning.groups } },
    { position, part: { type: "absences", absences: planning.absences } },
    { position, part: { type: "wish", userId: "anne", most: planning.wishes["anne"] ?? null } },
    ...SCOPES.map((scope) => ({
      position,
      part: { type: "events" as const, scope, events: eventsIn(planning, scope) },
    })),
    ...GROUP_IDS.map((id) => ({
      position,
      part: { type: "group" as const, groupId: id, known: knownIn(planning, id) },
    })),
  ];
}

export function eventsIn({ events }: Planning, scope: EventScope): PlannedEvent[] {
  return events.filter((row) => isInScope(scope, row)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function knownIn(planning: Planning, id: string) {
  if (!findGroup(planning, id)) return null;
  return {
    memberIds: planning.members?.[id] ?? [],
    combinablePairs: combinablePairsOf(planning, id),
    ...(planning.requiredRoles[id] && { requiredRoles: planning.requiredRoles[id] }),
    eventCount: eventsOfGroup(planning, id).length,
  };
}
