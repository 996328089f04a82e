import type { Answer } from "#domain/availability/availability.ts";
import { addDays, type PlainDate, weekday } from "#domain/calendar/calendar.ts";
import type { WallTime } from "#domain/calendar/time-zone.ts";
import { inRoleOrder, BAND_ROLES } from "#domain/line-up/band-roles.ts";
import { eventsOfSeries } from "#domain/planning/event-edit.ts";
import { DEMO_ABSENCES, DEMO_EVENTS, type DemoEvents, type DemoTurnout } from "#text/demo/demo-events.ts";
import { DEMO_PEOPLE, DEMO_REQUIRED_ROLES } from "#text/demo/demo-team.ts";
import type { WantedChange } from "../planning/shared-planning.ts";
import { demoId, demoPersonId } from "./demo-ids.ts";

/** A change that one person of the invented team makes, at a time in the team's time zone. */
export interface DemoAct {
  readonly at: WallTime;
  readonly actorId: string;
  readonly wanted: DemoChange;
}

/** `answeredAt` is added when the act is carried out. */
type DemoChange = Exclude<WantedChange, { readonly type: "availability.set" }> | DemoAnswer;
type DemoAnswer = Omit<Extract<WantedChange, { readonly type: "availability.set" }>, "answeredAt">;

/** Sunday's number in `weekday`. */
const SUNDAY = 6;
const WEEK_DAYS = 7;
/** When the team began: before its first event, which is at most 28 days ago. */
const BEGUN_DAYS_AGO = 35;
/** The day of the last acts. It is not today, because some acts of today could be in the future. */
const LATEST_DAYS_AGO = 1;
/** Answers come from three to eleven days before the event. */
const LAST_ANSWER_DAYS_BEFORE = 3;
const ANSWER_DAYS = 9;
/** Answers to events that are far ahead were given within the last two weeks. */
const RECENT_DAYS = 14;

interface Days {
  readonly begun: PlainDate;
  readonly latest: PlainDate;
  readonly nextSunday: PlainDate;
}

/** One event, such as one Sunday of a series. */
interface DatedEvent {
  readonly id: string;
  readonly date: PlainDate;
}

function earlier(a: PlainDate, b: PlainDate): PlainDate {
  return a < b ? a : b;
}

function later(a: PlainDate, b: PlainDate): PlainDate {
  return a > b ? a : b;
}

/** The act that creates an event or a series, and the events that it creates. */
function creationOf(events: DemoEvents, days: Days): { act: DemoAct; created: readonly DatedEvent[] } {
  const { turnouts, leader, first, every, requiredRoles = null, ...details } = events;
  const date = addDays(days.nextSunday, first);
  const id = demoId(`event ${details.name}`);
  const event = { ...details, id, date, ...(requiredRoles && { requiredRoles }) };
  const act = { at: { date: days.begun, time: "18:30" }, actorId: demoPersonId(leader) };
  if (every === undefined) return { act: { ...act, wanted: { type: "event.created", event } }, created: [event] };
  const daysBetween = every === "week" ? WEEK_DAYS : 2 * WEEK_DAYS;
  const series = { ...event, every, until: addDays(date, (turnouts.length - 1) * daysBetween) };
  return { act: { ...act, wanted: { type: "series.created", series } }, created: eventsOfSeries(series) };
}

/** The day on which a person answers. @param index the person's index among the members, so that the days differ */
function answerDay(event: DatedEvent, index: number, { begun, latest }: Days): PlainDate {
  const beforeEvent = addDays(event.date, -LAST_ANSWER_DAYS_BEFORE - ((index * 5) % ANSWER_DAYS));
  const recent = addDays(latest, -((index * 3) % RECENT_DAYS));
  return later(earlier(beforeEvent, recent), addDays(begun, 1));
}

function answersTo(event: DatedEvent, events: DemoEvents, turnout: DemoTurnout, days: Days): DemoAct[] {
  const { absent = [], silent = [], droppedOut = [], words = {}, saidByLeader = [] } = turnout;
  const members = DEMO_PEOPLE.filter(({ groups }) => groups.includes(events.groupId));
  const actOf = (firstName: string, at: WallTime, answer: Answer, comment = words[firstName]): DemoAct => ({
    at,
    actorId: demoPersonId(saidByLeader.includes(firstName) ? events.leader : firstName),
    wanted: { type: "availability.set", eventId: event.id, userId: demoPersonId(firstName), answer, comment },
  });
  return members.flatMap(({ firstName }, index) => {
    if (silent.includes(firstName)) return [];
    const at = { date: answerDay(event, index, days), time: `${12 + (index % 8)}:${10 + index}` };
    if (droppedOut.includes(firstName))
      return [actOf(firstName, at, "present", ""), actOf(firstName, { date: days.latest, time: "22:15" }, "absent")];
    return [actOf(firstName, at, absent.includes(firstName) ? "absent" : "present")];
  });
}

function lineUpOf(event: DatedEvent, { leader }: DemoEvents, { lineUp }: DemoTurnout, { latest }: Days): DemoAct[] {
  if (lineUp === undefined) return [];
  const places = inRoleOrder(BAND_ROLES).flatMap((role) => {
    const firstName = lineUp[role];
    return firstName === undefined ? [] : [{ role, userId: demoPersonId(firstName) }];
  });
  const at = { date: earlier(addDays(event.date, -2), latest), time: "21:40" };
  return [{ at, actorId: demoPersonId(leader), wanted: { type: "line_up.kept", eventId: event.id, lineUp: places } }];
}

function programmeOf(
  event: DatedEvent,
  { leader }: DemoEvents,
  { programme }: DemoTurnout,
  { latest }: Days,
): DemoAct[] {
  if (programme === undefined) return [];
  const at = { date: earlier(addDays(event.date, -3), latest), time: "21:10" };
  // `basedOn: 0`: the event has no programme yet.
  const wanted = { type: "programme.set", eventId: event.id, programme, basedOn: 0 } as const;
  return [{ at, actorId: demoPersonId(leader), wanted }];
}

/** The acts about an event or a series: its creation, the answers, the programmes and the line-ups. */
function actsAbout(events: DemoEvents, days: Days): DemoAct[] {
  const { act, created } = creationOf(events, days);
  const laterActs = created.flatMap((event, index) => {
    const turnout = events.turnouts[index] ?? {};
    return [
      ...answersTo(event, events, turnout, days),
      ...programmeOf(event, events, turnout, days),
      ...lineUpOf(event, events, turnout, days),
    ];
  });
  return [act, ...laterActs];
}

/** People join their groups and say how often they want to play. The leader sets the roles that groups need. */
function firstActs({ begun }: Days): DemoAct[] {
  const at = { date: begun, time: "18:00" };
  const joined = DEMO_PEOPLE.flatMap(({ firstName, groups, playsAtMost: most }): DemoAct[] => {
    const userId = demoPersonId(firstName);
    const joins = groups.map((groupId): DemoAct => ({
      at,
      actorId: userId,
      wanted: { type: "group.joined", groupId, userId },
    }));
    if (most === undefined) return joins;
    return [...joins, { at, actorId: userId, wanted: { type: "person.wish_set", userId, most } }];
  });
  const leader = DEMO_PEOPLE.find(({ isAdmin }) => isAdmin)?.firstName ?? "";
  const required = DEMO_REQUIRED_ROLES.map((choice): DemoAct => ({
    at,
    actorId: demoPersonId(leader),
    wanted: { type: "group.required_roles_set", ...choice },
  }));
  return [...joined, ...required];
}

function absences({ nextSunday, latest }: Days): DemoAct[] {
  return DEMO_ABSENCES.map(({ person, from, to }) => {
    const userId = demoPersonId(person);
    const days = { from: addDays(nextSunday, from), to: addDays(nextSunday, to) };
    const wanted = { type: "absence.added", id: demoId(`absence of ${person}`), userId, ...days } as const;
    return { at: { date: addDays(latest, -WEEK_DAYS), time: "12:05" }, actorId: userId, wanted };
  });
}

/** All acts of the invented team, ordered by time. They are the same at any time of `today`. */
export function demoActs(today: PlainDate): DemoAct[] {
  const days = {
    begun: addDays(today, -BEGUN_DAYS_AGO),
    latest: addDays(today, -LATEST_DAYS_AGO),
    nextSunday: addDays(today, SUNDAY - weekday(today)),
  };
  const acts = [...firstActs(days), ...DEMO_EVENTS.flatMap((events) => actsAbout(events, days)), ...absences(days)];
  return acts.toSorted((a, b) => a.at.date.localeCompare(b.at.date) || a.at.time.localeCompare(b.at.time));
}
