import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AvailabilityEntry, entriesFor } from "../availability/availability.ts";
import { addDays, daysBetween } from "../calendar/calendar.ts";
import { momentOf, timeZoneNamed, wallTimeAt, type WallTime } from "../calendar/time-zone.ts";
import { entriesOfAbsences } from "../planning/shown-absences.ts";
import {
  closedSince,
  dueEvents,
  earliestReminder,
  leftOutOfReminders,
  nextReminder,
  type RemindedEvent,
  reminderMoments,
  remindersDue,
  type ReminderTimes,
  stillOpen,
} from "./reminders.ts";
import { REMINDER_DAYS } from "./topics.ts";

const PARIS = timeZoneNamed("Europe/Paris");
const SUNDAY: WallTime = { date: "2026-11-29", time: "10:00" };
const LONG_AGO = at("2025-09-01 12:00");

function at(wall: string): number {
  const [date = "", time = ""] = wall.split(" ");
  return momentOf({ date, time }, PARIS);
}

function shown(moment: number): string {
  const { date, time } = wallTimeAt(moment, PARIS);
  return `${date} ${time}`;
}

function times(changed: Partial<ReminderTimes> = {}): ReminderTimes {
  return { daysBefore: 5, knownSince: LONG_AGO, doneUntil: null, ...changed };
}

function momentsOf(event: WallTime, changed: Partial<ReminderTimes> = {}): string[] {
  return reminderMoments(event, times(changed), PARIS).map(shown);
}

describe("an event is reminded of", () => {
  test("at 18:00 so many days before, and once more two days before", () => {
    expect(momentsOf(SUNDAY)).toEqual(["2026-11-24 18:00", "2026-11-27 18:00"]);
    expect(momentsOf(SUNDAY, { daysBefore: 14 })).toEqual(["2026-11-15 18:00", "2026-11-27 18:00"]);
    expect(momentsOf(SUNDAY, { daysBefore: 3 })).toEqual(["2026-11-26 18:00", "2026-11-27 18:00"]);
  });

  test("only once where the group chose two days or one", () => {
    expect(momentsOf(SUNDAY, { daysBefore: 2 })).toEqual(["2026-11-27 18:00"]);
    expect(momentsOf(SUNDAY, { daysBefore: 1 })).toEqual(["2026-11-28 18:00"]);
  });

  test("at 18:00 of the wall clock on both sides of a clock change", () => {
    expect(momentsOf({ date: "2026-03-31", time: "20:00" })).toEqual(["2026-03-26 18:00", "2026-03-29 18:00"]);
    expect(momentsOf({ date: "2026-10-27", time: "20:00" })).toEqual(["2026-10-22 18:00", "2026-10-25 18:00"]);
  });

  test("the next day, where it became known after its reminder", () => {
    expect(momentsOf(SUNDAY, { knownSince: at("2026-11-24 18:01") })).toEqual(["2026-11-25 18:00", "2026-11-27 18:00"]);
    expect(momentsOf(SUNDAY, { knownSince: at("2026-11-24 18:00") })).toEqual(["2026-11-24 18:00", "2026-11-27 18:00"]);
    expect(momentsOf(SUNDAY, { knownSince: at("2026-11-25 09:00") })).toEqual(["2026-11-26 18:00", "2026-11-27 18:00"]);
  });

  test("two weeks before at the earliest", () => {
    expect(shown(earliestReminder(SUNDAY.date, PARIS))).toBe("2026-11-15 18:00");
  });

  test("only the same day, where it became known in the morning of its second reminder", () => {
    expect(momentsOf(SUNDAY, { knownSince: at("2026-11-27 09:00") })).toEqual(["2026-11-27 18:00"]);
  });

  test("once where several moments become the same", () => {
    expect(momentsOf(SUNDAY, { knownSince: at("2026-11-26 09:00") })).toEqual(["2026-11-27 18:00"]);
    expect(momentsOf(SUNDAY, { knownSince: at("2026-11-27 19:00") })).toEqual(["2026-11-28 18:00"]);
  });

  test("never once it has begun", () => {
    expect(momentsOf(SUNDAY, { knownSince: at("2026-11-28 09:00") })).toEqual([]);
    expect(momentsOf({ ...SUNDAY, time: "18:00" }, { knownSince: at("2026-11-28 09:00") })).toEqual([]);
    expect(momentsOf({ ...SUNDAY, time: "18:01" }, { knownSince: at("2026-11-28 09:00") })).toEqual([
      "2026-11-29 18:00",
    ]);
  });

  test("never twice at one moment, though the clock is set back over it", () => {
    expect(momentsOf(SUNDAY, { doneUntil: at("2026-11-24 18:00") })).toEqual(["2026-11-27 18:00"]);
    expect(momentsOf(SUNDAY, { doneUntil: at("2026-11-27 18:00") })).toEqual([]);
  });

  test("not at a moment that passed before it became known again, once a reminder was sent", () => {
    const [doneUntil, knownSince] = [at("2026-11-24 18:00"), at("2026-11-25 10:00")];
    expect(momentsOf(SUNDAY, { doneUntil, knownSince })).toEqual(["2026-11-27 18:00"]);
    expect(momentsOf(SUNDAY, { doneUntil, knownSince, daysBefore: 7 })).toEqual(["2026-11-27 18:00"]);
    expect(momentsOf(SUNDAY, { doneUntil, knownSince: at("2026-11-27 19:00") })).toEqual(["2026-11-27 18:00"]);
  });

  test("not a third time, though the group chose other days after the first or the second", () => {
    const [first, second] = [at("2026-11-24 18:00"), at("2026-11-27 18:00")];
    expect(momentsOf(SUNDAY, { doneUntil: first, daysBefore: 3 })).toEqual(["2026-11-27 18:00"]);
    expect(momentsOf(SUNDAY, { doneUntil: first, daysBefore: 1 })).toEqual(["2026-11-28 18:00"]);
    expect(momentsOf(SUNDAY, { doneUntil: second, daysBefore: 1 })).toEqual([]);
  });

  test("next at the first moment that was not done", () => {
    const next = (doneUntil: number | null) => nextReminder(SUNDAY, times({ doneUntil }), PARIS);
    expect(next(null)).toBe(at("2026-11-24 18:00"));
    expect(next(at("2026-11-24 18:00"))).toBe(at("2026-11-27 18:00"));
    expect(next(at("2026-11-27 18:00"))).toBeNull();
  });

  test("at most twice, at 18:00, after it became known and before it begins", () => {
    const minutes = fc.integer({ min: 0, max: 40 * 24 * 60 });
    fc.assert(
      fc.property(fc.constantFrom(...REMINDER_DAYS), minutes, minutes, (daysBefore, known, start) => {
        const from = at("2026-10-10 00:00");
        const knownSince = from + known * 60_000;
        const event = wallTimeAt(from + start * 60_000, PARIS);
        const moments = reminderMoments(event, times({ daysBefore, knownSince }), PARIS);
        expect(moments.length).toBeLessThanOrEqual(daysBefore > 2 ? 2 : 1);
        for (const moment of moments) {
          expect(wallTimeAt(moment, PARIS).time).toBe("18:00");
          expect(moment).toBeGreaterThanOrEqual(knownSince);
          expect(moment).toBeLessThan(momentOf(event, PARIS));
          expect(daysBetween(wallTimeAt(moment, PARIS).date, event.date)).toBeLessThanOrEqual(daysBefore);
        }
      }),
    );
  });
});

const PEOPLE = ["anna", "ben", "chloe"].map((id) => ({ id, firstName: id, lastName: "", positions: [] }));
const MEMBERS = { "1": ["anna", "ben"], "2": ["ben", "chloe"] };
const TUESDAY_EVENING = at("2026-11-24 18:00");

function answered(...ids: readonly string[]): AvailabilityEntry[] {
  return PEOPLE.filter(({ id }) => ids.includes(id)).flatMap((person) => entriesFor(person, "present"));
}

function away(...ids: readonly string[]): AvailabilityEntry[] {
  return entriesOfAbsences(PEOPLE.filter(({ id }) => ids.includes(id)));
}

function reminded(
  id: string,
  date: string,
  changed: Partial<RemindedEvent["event"]> = {},
  changedTimes: Partial<ReminderTimes> = {},
): RemindedEvent {
  return { event: { id, groupId: "1", date, time: "10:00", availability: [], ...changed }, ...times(changedTimes) };
}

function remindersAt(now: number, ...events: readonly RemindedEvent[]): Record<string, string> {
  const reminders = remindersDue(events, MEMBERS, now, PARIS);
  return Object.fromEntries(reminders.map(({ userId, eventIds }) => [userId, eventIds.join(" ")]));
}

describe("at a reminder", () => {
  test("each silent member gets one message", () => {
    const sunday = reminded("sunday", "2026-11-29");
    expect(remindersAt(TUESDAY_EVENING - 1, sunday)).toEqual({});
    expect(remindersAt(TUESDAY_EVENING, sunday)).toEqual({ anna: "sunday", ben: "sunday" });
  });

  test("who answered or is in an absence gets none", () => {
    const availability = [...answered("anna"), ...away("ben")];
    expect(remindersAt(TUESDAY_EVENING, reminded("sunday", "2026-11-29", { availability }))).toEqual({});
  });

  test("it lists all open events that are near, of all groups, soonest first", () => {
    const events = [
      reminded("sunday", "2026-11-29"),
      // Its reminder was sent, and it is still open.
      reminded("friday", "2026-11-27", { groupId: "2" }, { doneUntil: at("2026-11-22 18:00") }),
      // Not near enough.
      reminded("monday", "2026-11-30"),
      reminded("later, of a group that reminds early", "2026-12-04", { groupId: "2" }, { daysBefore: 10 }),
      reminded("today, begun", "2026-11-24"),
      reminded("answered", "2026-11-28", { availability: answered("anna", "ben") }),
    ];
    expect(remindersAt(TUESDAY_EVENING, ...events)).toEqual({
      anna: "sunday",
      ben: "friday sunday later, of a group that reminds early",
      chloe: "friday later, of a group that reminds early",
    });
  });

  test("nobody hears of an event that is near, while none that is due is open for them", () => {
    const events = [
      reminded("sunday", "2026-11-29", { availability: answered("ben") }),
      reminded("friday", "2026-11-27", { groupId: "2" }, { doneUntil: at("2026-11-22 18:00") }),
    ];
    expect(remindersAt(TUESDAY_EVENING, ...events)).toEqual({ anna: "sunday" });
  });

  test("what fell due while nothing ran is due in one message, until it begins", () => {
    const sunday = reminded("sunday", "2026-11-29");
    expect(remindersAt(at("2026-11-28 08:00"), sunday)).toEqual({ anna: "sunday", ben: "sunday" });
    expect(remindersAt(at("2026-11-29 09:59"), sunday)).toEqual({ anna: "sunday", ben: "sunday" });
    expect(remindersAt(at("2026-11-29 10:00"), sunday)).toEqual({});
  });

  test("nobody is reminded of an event whose group is unknown", () => {
    expect(remindersAt(TUESDAY_EVENING, reminded("sunday", "2026-11-29", { groupId: "gone" }))).toEqual({});
  });

  test("the events that are due are known, so that the moment can be noted", () => {
    const due = dueEvents([reminded("sunday", "2026-11-29"), reminded("monday", "2026-11-30")], TUESDAY_EVENING, PARIS);
    expect(due.map(({ event }) => event.id)).toEqual(["sunday"]);
  });
});

describe("of an event that is due", () => {
  const availability = [...answered("anna"), ...away("ben")];

  function leftOutAt(now: number, ...events: readonly RemindedEvent[]): unknown[] {
    return leftOutOfReminders(events, MEMBERS, now, PARIS).map(({ userId, reason }) => `${userId}: ${reason}`);
  }

  test("every member is reminded, or has a reason", () => {
    expect(leftOutAt(TUESDAY_EVENING, reminded("sunday", "2026-11-29", { availability }))).toEqual([
      "anna: answered",
      "ben: in_absence",
    ]);
    expect(leftOutAt(TUESDAY_EVENING, reminded("sunday", "2026-11-29"))).toEqual([]);
    expect(leftOutAt(TUESDAY_EVENING - 1, reminded("sunday", "2026-11-29", { availability }))).toEqual([]);
  });

  test("it was too late for those who are silent once it has begun", () => {
    const sunday = reminded("sunday", "2026-11-29", { availability: answered("anna") });
    expect(leftOutAt(at("2026-11-29 10:00"), sunday)).toEqual(["anna: answered", "ben: too_late"]);
  });

  test("nobody is left out where the group is unknown", () => {
    expect(leftOutAt(TUESDAY_EVENING, reminded("sunday", "2026-11-29", { groupId: "gone", availability }))).toEqual([]);
  });
});

describe("when a reminder is sent", () => {
  const REMINDER = { userId: "ben", eventIds: ["sunday", "friday"] };
  const [FRIDAY, SUNDAY_EVENT] = [reminded("friday", "2026-11-27", { groupId: "2" }), reminded("sunday", "2026-11-29")];

  function left(events: readonly RemindedEvent[], now = TUESDAY_EVENING, members: typeof MEMBERS = MEMBERS) {
    return stillOpen(REMINDER, events, members, now, PARIS);
  }

  test("its events are still open", () => {
    expect(left([SUNDAY_EVENT, FRIDAY, reminded("another", "2026-11-28")])).toEqual(["friday", "sunday"]);
  });

  test("events that were answered, moved away or deleted meanwhile, or have begun, are left out", () => {
    expect(left([FRIDAY, reminded("sunday", "2026-11-29", { availability: answered("ben") })])).toEqual(["friday"]);
    expect(left([FRIDAY, reminded("sunday", "2026-11-29", { availability: away("ben") })])).toEqual(["friday"]);
    expect(left([FRIDAY, reminded("sunday", "2026-12-06")])).toEqual(["friday"]);
    expect(left([FRIDAY])).toEqual(["friday"]);
    expect(left([FRIDAY, SUNDAY_EVENT], at("2026-11-28 08:00"))).toEqual(["sunday"]);
    expect(left([FRIDAY, SUNDAY_EVENT], TUESDAY_EVENING, { ...MEMBERS, "2": ["chloe"] })).toEqual(["sunday"]);
  });

  test("nothing goes out when none is left", () => {
    expect(left([])).toEqual([]);
  });

  test("each event that is no longer in it has a reason: the answer, the absence, or that it is too late", () => {
    const closed = (events: readonly RemindedEvent[], now = TUESDAY_EVENING) => [
      ...closedSince(REMINDER, stillOpen(REMINDER, events, MEMBERS, now, PARIS), events),
    ];
    const sunday = (availability: AvailabilityEntry[]) => reminded("sunday", "2026-11-29", { availability });
    expect(closed([FRIDAY, SUNDAY_EVENT])).toEqual([]);
    expect(closed([FRIDAY, sunday(answered("ben"))])).toEqual([["sunday", "answered"]]);
    expect(closed([FRIDAY, sunday(away("ben"))])).toEqual([["sunday", "in_absence"]]);
    expect(closed([FRIDAY, SUNDAY_EVENT], at("2026-11-28 08:00"))).toEqual([["friday", "too_late"]]);
    // Deleted, both.
    expect(closed([])).toEqual([
      ["sunday", "too_late"],
      ["friday", "too_late"],
    ]);
  });
});

describe("over a month of evenings", () => {
  const days = fc.integer({ min: 0, max: 14 });
  const event = fc.record({
    day: days,
    time: fc.constantFrom("09:00", "18:00", "20:30"),
    groupId: fc.constantFrom("1", "2", "unknown"),
    daysBefore: fc.constantFrom(...REMINDER_DAYS),
    knownSince: days,
    silent: fc.subarray(PEOPLE.map(({ id }) => id)),
  });

  test("everybody silent is reminded of each event, at most twice, and nobody who answered", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 4 }), (drawn) => {
        let events = drawn.map(({ day, time, groupId, daysBefore, knownSince, silent }, index) =>
          reminded(
            String(index),
            addDays("2026-11-24", day),
            {
              groupId,
              time,
              availability: answered(...PEOPLE.map(({ id }) => id).filter((id) => !silent.includes(id))),
            },
            { daysBefore, knownSince: at(`${addDays("2026-11-14", knownSince)} 12:00`) },
          ),
        );
        const planned = events.map((each) => reminderMoments(each.event, each, PARIS));
        const counts = new Map<string, number>();
        for (let day = 0; day < 30; day += 1) {
          const now = at(`${addDays("2026-11-09", day)} 18:00`);
          const due = dueEvents(events, now, PARIS);
          const reminders = remindersDue(events, MEMBERS, now, PARIS);
          expect(new Set(reminders.map(({ userId }) => userId)).size).toBe(reminders.length);
          for (const reminder of reminders) {
            expect(stillOpen(reminder, events, MEMBERS, now, PARIS)).toEqual(reminder.eventIds);
            const dueForThem = due.filter(({ event: { id } }) => reminder.eventIds.includes(id));
            expect(dueForThem).not.toEqual([]);
            for (const each of dueForThem) {
              const key = `${reminder.userId} ${each.event.id}`;
              counts.set(key, (counts.get(key) ?? 0) + 1);
            }
          }
          events = events.map((each) => (due.includes(each) ? { ...each, doneUntil: now } : each));
        }
        for (const [index, { groupId, silent }] of drawn.entries()) {
          const members: readonly string[] = (MEMBERS as Record<string, readonly string[]>)[groupId] ?? [];
          for (const { id } of PEOPLE) {
            const expected = silent.includes(id) && members.includes(id) ? planned[index]?.length : 0;
            expect(counts.get(`${id} ${index}`) ?? 0).toBe(expected);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
