import { type AbsenceDays, covers } from "../../src/domain/availability/absences.ts";
import {
  type Answer,
  answerOf,
  type AvailabilityEntry,
  entriesFor,
  withAnswer,
} from "../../src/domain/availability/availability.ts";
import { momentOf } from "../../src/domain/calendar/time-zone.ts";
import { CRITICAL_ROLES, DEFAULT_COMBINABLE_PAIRS } from "../../src/domain/line-up/critical-roles.ts";
import { type PlayQuestion, playState } from "../../src/domain/line-up/play-state.ts";
import type { Asked, AskingGoal, AskingOrder } from "../../src/domain/notifications/asking.ts";
import type { EventDetails } from "../../src/domain/planning/planning.ts";
import { entriesOfAbsences } from "../../src/domain/planning/shown-absences.ts";
import { type Agenda, createAgenda } from "./agenda.ts";
import { createDraw, type Draw } from "./draws.ts";
import { type Model, type Musician, TEAM } from "./model.ts";
import { DAY_MS, eventsOfYear, holidaysOf, START, type YearEvent, ZONE } from "./year-plan.ts";

/** Who is notified: nobody, everybody of everything, or the people whom Diapason's rules name. */
export type Policy = "nobody" | "everybody" | "diapason";

export type MessageKind = "reminder" | "change" | "drop-out" | "request" | "outcome";

/** An event as it is at the simulated moment. */
export interface TeamEvent {
  readonly plan: YearEvent;
  details: EventDetails;
  isCreated: boolean;
  isDeleted: boolean;
  knownSince: number;
  doneUntil: number | null;
  /** What people answered. */
  given: readonly AvailabilityEntry[];
  /** Asking in order, while it runs. */
  order: (Omit<AskingOrder, "asked"> & { readonly goal: AskingGoal; readonly adminId: string }) | null;
  /** Who was asked alone, by any order. */
  asked: readonly Asked[];
}

/** The state of one simulated year of a team, with its counters. */
export interface World {
  readonly model: Model;
  readonly policy: Policy;
  readonly draw: Draw;
  readonly agenda: Agenda;
  readonly events: readonly TeamEvent[];
  readonly holidays: ReadonlyMap<string, readonly AbsenceDays[]>;
  readonly messages: Map<MessageKind, number>;
  /** When each person got messages. */
  readonly received: Map<string, number[]>;
  presses: number;
  /** Called after an answer. */
  onAnswer: (event: TeamEvent, person: Musician, before: Answer | null) => void;
}

export function createWorld(seed: number, model: Model, policy: Policy): World {
  const draw = createDraw(seed);
  return {
    model,
    policy,
    draw,
    agenda: createAgenda(momentOf({ date: START, time: "08:00" }, ZONE)),
    events: eventsOfYear(draw).map((plan) => ({
      plan,
      details: plan.details,
      isCreated: false,
      isDeleted: false,
      knownSince: plan.createdAt,
      doneUntil: null,
      given: [],
      order: null,
      asked: [],
    })),
    holidays: new Map(TEAM.map(({ id }) => [id, holidaysOf(draw, id)])),
    messages: new Map(),
    received: new Map(TEAM.map(({ id }) => [id, []])),
    presses: 0,
    onAnswer: () => {},
  };
}

export function startOf({ details }: TeamEvent): number {
  return momentOf(details, ZONE);
}

export function isComing(world: World, event: TeamEvent): boolean {
  return event.isCreated && !event.isDeleted && startOf(event) > world.agenda.now();
}

function isOnHoliday(world: World, { id }: Musician, { details }: TeamEvent): boolean {
  return (world.holidays.get(id) ?? []).some((days) => covers(days, details.date));
}

/** The moment at which something prevents a person from coming; `null`: nothing does. */
export function preventedAt({ draw, model }: World, person: Musician, event: TeamEvent): number | null {
  if (draw("prevented", person.id, event.plan.id) >= model.dropsOut) return null;
  const days = model.dropOutDays * draw("prevented when", person.id, event.plan.id);
  return momentOf(event.plan.details, ZONE) - days * DAY_MS;
}

/** Whether a person can come, as far as they know now. */
function canCome(world: World, person: Musician, event: TeamEvent): boolean {
  if (isOnHoliday(world, person, event)) return false;
  const prevented = preventedAt(world, person, event);
  if (prevented !== null && prevented <= world.agenda.now()) return false;
  return world.draw("comes", person.id, event.plan.id) < person.comes + world.model.comesMore;
}

/** The answers to an event, with the entries that follow from absences. */
export function availabilityOf(world: World, event: TeamEvent): AvailabilityEntry[] {
  const absent = TEAM.filter(
    (person) =>
      isOnHoliday(world, person, event) &&
      answerOf(event.given, person.id) === null &&
      world.draw("enters absence", person.id) < world.model.entersAbsence,
  );
  return [...event.given, ...entriesOfAbsences(absent)];
}

export function questionOf(world: World, event: TeamEvent): PlayQuestion {
  const availability = availabilityOf(world, event);
  return {
    availability,
    people: TEAM,
    combinablePairs: DEFAULT_COMBINABLE_PAIRS,
    requiredRoles: CRITICAL_ROLES,
    isPast: false,
  };
}

/** Whether those who are present can play together. */
export function canPlay(question: PlayQuestion): boolean {
  return ["complete", "fragile"].includes(playState(question));
}

/** Whether the event could be played if everybody who can come had answered. */
export function couldPlay(world: World, event: TeamEvent): boolean {
  const able = TEAM.filter((person) => canCome(world, person, event));
  return canPlay({ ...questionOf(world, event), availability: able.flatMap((each) => entriesFor(each, "present")) });
}

/** Records a person's answer: whether they can come, as far as they know now. */
export function answer(world: World, person: Musician, event: TeamEvent): void {
  if (!isComing(world, event)) return;
  const before = answerOf(event.given, person.id);
  event.given = withAnswer(event.given, person, canCome(world, person, event) ? "present" : "absent");
  world.onAnswer(event, person, before);
}
