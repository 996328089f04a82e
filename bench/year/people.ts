import { answerOf } from "../../src/domain/availability/availability.ts";
import { addDays } from "../../src/domain/calendar/calendar.ts";
import { wallTimeAt } from "../../src/domain/calendar/time-zone.ts";
import { afterQuietHours } from "../../src/domain/notifications/quiet-hours.ts";
import { type Musician, TEAM } from "./model.ts";
import {
  answer,
  availabilityOf,
  isComing,
  type MessageKind,
  preventedAt,
  type TeamEvent,
  type World,
} from "./world.ts";
import { DAY_MS, ZONE } from "./year-plan.ts";

const FATIGUE_DAYS = 14;

/** A message to one person about events. */
interface Message {
  readonly kind: MessageKind;
  /** Distinguishes it from other messages of its kind to this person. */
  readonly key: string;
  readonly events: readonly TeamEvent[];
}

/** Schedules what people do without a message: they look at the planning, and drop out. */
export function startPeople(world: World): void {
  for (const person of TEAM) {
    planLook(world, person, 0);
    for (const event of world.events) planPrevention(world, person, event);
  }
}

function planLook(world: World, person: Musician, count: number): void {
  const { looksEvery } = world.model.habits[person.habit];
  if (looksEvery === Infinity) return;
  const days = waiting(looksEvery, world.draw("look", person.id, count));
  world.agenda.add(awake(world.agenda.now() + days * DAY_MS), () => {
    look(world, person, count);
    planLook(world, person, count + 1);
  });
}

function look(world: World, person: Musician, count: number): void {
  const { answersAtLook, looksAhead } = world.model;
  const last = addDays(wallTimeAt(world.agenda.now(), ZONE).date, looksAhead);
  const near = world.events.filter((event) => isComing(world, event) && event.details.date <= last);
  for (const event of near) {
    const isOpen = answerOf(availabilityOf(world, event), person.id) === null;
    if (isOpen && world.draw("answers at look", person.id, count, event.plan.id) < answersAtLook)
      answer(world, person, event);
  }
}

function planPrevention(world: World, person: Musician, event: TeamEvent): void {
  const prevented = preventedAt(world, person, event);
  if (prevented === null || world.draw("says", person.id, event.plan.id) >= world.model.saysDropOut) return;
  world.agenda.add(awake(prevented), () => {
    if (answerOf(event.given, person.id) === "present") answer(world, person, event);
  });
}

/** Counts a message, and lets the person answer it or not. */
export function receive(world: World, person: Musician, { kind, key, events }: Message): void {
  const now = world.agenda.now();
  if (awake(now) !== now) throw new Error(`A ${kind} went out in quiet hours.`);
  world.messages.set(kind, (world.messages.get(kind) ?? 0) + 1);
  const received = world.received.get(person.id) ?? [];
  const recent = received.filter((at) => at > now - FATIGUE_DAYS * DAY_MS).length;
  received.push(now);
  const { repliesToMessage, repliesToRequest } = world.model.habits[person.habit];
  const isPersonal = kind === "request" && (world.policy === "diapason" || world.model.isMassRequestPersonal);
  const replies = (isPersonal ? repliesToRequest : repliesToMessage) / (1 + world.model.fatigue * recent);
  if (world.draw("replies", kind, person.id, key) >= replies) return;
  const hours = waiting(world.model.replyHours, world.draw("reply after", kind, person.id, key));
  world.agenda.add(awake(now + (hours * DAY_MS) / 24), () => {
    const open = events.filter((event) => answerOf(availabilityOf(world, event), person.id) === null);
    for (const event of open) answer(world, person, event);
  });
}

/** A random waiting time with this average (exponential distribution). */
function waiting(average: number, drawn: number): number {
  return -Math.log(1 - drawn) * average;
}

/** The moment itself, or the next morning: nobody looks or answers at night. */
export function awake(moment: number): number {
  return afterQuietHours(moment, ZONE);
}
