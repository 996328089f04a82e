import { presentPeople } from "../availability/availability.ts";
import type { Elsewhere } from "../availability/overlap.ts";
import { addDays, isInMonth, monthOf, type PlainDate, type PlainTime } from "../calendar/calendar.ts";
import type { AnsweredEvent } from "./kept-line-up.ts";

/** How often a person played lately: in the 90 days before an event, in its group. */
export interface Turn {
  readonly userId: string;
  readonly played: number;
  /** The number of events in these days. */
  readonly of: number;
  /** Whether playing at the event would be more often than they wish to play in its month. */
  readonly isBeyondWish: boolean;
  /** The start of another event at that time at which they are present; left out: they are free. */
  readonly takenAt?: PlainTime;
  /** The name of that other event. Only the person may see it. */
  readonly takenBy?: string;
}

/** By user id. A person without an entry did not play, is free, and has no limit. */
export type Turns = ReadonlyMap<string, Turn>;

export const TURN_DAYS = 90;

interface PlayedEvent extends AnsweredEvent {
  readonly id: string;
  readonly groupId: string;
  readonly date: PlainDate;
}

interface TurnsQuestion {
  readonly event: Pick<PlayedEvent, "id" | "groupId" | "date">;
  /** The events of its group in the days before, and the events of all groups in its month. Others are ignored. */
  readonly events: readonly PlayedEvent[];
  /** Included even if they never played: the group's members. */
  readonly people: readonly { readonly id: string }[];
  /** By user id, how many times a month a person wants to play at most. */
  readonly wishes: Readonly<Record<string, number>>;
  /** By user id, the events at the time of this one at which people are present; left out: nobody is. */
  readonly elsewhere?: ReadonlyMap<string, Elsewhere>;
}

/** Who plays at an event: by the kept line-up, or all who are present where none is kept. */
function playersOf({ lineUp, availability }: PlayedEvent): ReadonlySet<string> {
  return new Set((lineUp ?? presentPeople(availability)).map(({ userId }) => userId));
}

function countOf(played: readonly ReadonlySet<string>[], userId: string): number {
  return played.filter((players) => players.has(userId)).length;
}

/** How often people played in the days before an event, and whether playing at it is beyond their wish. */
export function turnsOf({ event, events, people, wishes, elsewhere = new Map() }: TurnsQuestion): Turns {
  const others = events.filter(({ id }) => id !== event.id);
  const isBefore = ({ groupId, date }: PlayedEvent) =>
    groupId === event.groupId && date >= addDays(event.date, -TURN_DAYS) && date < event.date;
  const before = others.filter(isBefore).map(playersOf);
  const month = monthOf(event.date);
  const inMonth = others.filter(({ date }) => isInMonth(date, month)).map(playersOf);
  const players = [...before, ...inMonth].flatMap((userIds) => [...userIds]);
  const ids = new Set([...people.map(({ id }) => id), ...elsewhere.keys(), ...players]);
  return new Map(
    [...ids].map((userId) => {
      const isBeyondWish = countOf(inMonth, userId) >= (wishes[userId] ?? Infinity);
      const other = elsewhere.get(userId);
      const taken = other && { takenAt: other.time, takenBy: other.name };
      return [userId, { userId, played: countOf(before, userId), of: before.length, isBeyondWish, ...taken }];
    }),
  );
}
