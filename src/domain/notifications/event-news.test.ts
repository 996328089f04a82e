import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AvailabilityEntry, entriesFor } from "../availability/availability.ts";
import { momentOf, timeZoneNamed, wallTimeAt } from "../calendar/time-zone.ts";
import type { EventDetails } from "../planning/planning.ts";
import { entriesOfAbsences } from "../planning/shown-absences.ts";
import {
  type ChangedEvent,
  isNotifiedOfChange,
  isNewAt,
  leftOutOfNews,
  newsBetween,
  newsOf,
  messagesOfNews,
  notificationMoment,
  reasonsDroppedSince,
} from "./event-news.ts";

const PARIS = timeZoneNamed("Europe/Paris");
const NOW = at("2026-11-22 14:00");
const CULTE: EventDetails = { name: "Culte", date: "2026-11-29", time: "10:00", location: "Temple" };

function at(wall: string): number {
  const [date = "", time = ""] = wall.split(" ");
  return momentOf({ date, time }, PARIS);
}

function news(before: EventDetails | null, now: EventDetails | null, moment = NOW) {
  return newsOf({ before, now }, moment, PARIS);
}

test("an event is new for five minutes", () => {
  const minute = 60_000;
  expect([0, 5 * minute - 1, 5 * minute].map((age) => isNewAt(NOW + age, NOW))).toEqual([true, true, false]);
});

describe("what changed of an event", () => {
  test("is its date, time or place, with what each was", () => {
    expect(news(CULTE, { ...CULTE, time: "11:00" })).toEqual({ kind: "moved", was: { time: "10:00" } });
    const elsewhere = { ...CULTE, date: "2026-12-06", time: "17:00", location: "Salle" };
    const was = { date: "2026-11-29", time: "10:00", location: "Temple" };
    expect(news(CULTE, elsewhere)).toEqual({ kind: "moved", was });
  });

  test("is nothing else, such as its name, end or details", () => {
    expect(news(CULTE, { ...CULTE, name: "Culte de Noël", endTime: "12:00", details: "Apporter un plat" })).toBeNull();
  });

  test("is worth telling only where one of these three changed", () => {
    expect(newsBetween(CULTE, { ...CULTE, location: "Salle" })).not.toBeNull();
    expect(
      newsBetween(CULTE, { ...CULTE, name: "Culte de Noël", endTime: "12:00", details: "Apporter un plat" }),
    ).toBeNull();
  });

  test("is nothing when it changed back, or was restored as it was", () => {
    expect(news(CULTE, { ...CULTE })).toBeNull();
  });

  test("is that it was deleted, or restored after members were told so", () => {
    expect(news(CULTE, null)).toEqual({ kind: "deleted" });
    expect(news(null, CULTE)).toEqual({ kind: "restored" });
    expect(news(null, null)).toBeNull();
  });

  test("is not told once the event is over", () => {
    const end = at("2026-11-29 12:00");
    expect(news(CULTE, null, end - 1)).toEqual({ kind: "deleted" });
    expect(news(CULTE, null, end)).toBeNull();
    expect(news(null, CULTE, end)).toBeNull();
    expect(news(CULTE, { ...CULTE, date: "2026-11-28" }, end)).toBeNull();
  });

  test("is told where it moved from a coming date to a past one, or back", () => {
    const past = { ...CULTE, date: "2026-11-15" };
    expect(news(CULTE, past)).toEqual({ kind: "moved", was: { date: CULTE.date } });
    expect(news(past, CULTE)).toEqual({ kind: "moved", was: { date: past.date } });
  });
});

describe("changes are told", () => {
  test.each([
    ["2026-11-22 14:00", "2026-11-22 14:05"],
    ["2026-11-22 20:54", "2026-11-22 20:59"],
    ["2026-11-22 20:55", "2026-11-23 08:00"],
    ["2026-11-23 07:56", "2026-11-23 08:01"],
  ])("five minutes after the last of them, quiet hours respected: %s, %s", (change, told) => {
    expect(wallTimeAt(notificationMoment(at(change), PARIS), PARIS)).toEqual(wallTimeAt(at(told), PARIS));
  });
});

const PEOPLE = ["present", "absent", "away", "silent"].map((id) => ({
  id,
  firstName: id,
  lastName: "",
  positions: [],
}));
const [PRESENT, ABSENT, AWAY] = PEOPLE as [(typeof PEOPLE)[0], (typeof PEOPLE)[0], (typeof PEOPLE)[0]];
const ANSWERS: readonly AvailabilityEntry[] = [
  ...entriesFor(PRESENT, "present"),
  ...entriesFor(ABSENT, "absent"),
  ...entriesOfAbsences([AWAY]),
];

function audience(
  availability: readonly AvailabilityEntry[],
  presentBefore: readonly string[] = [],
  isNew = false,
): string[] {
  return PEOPLE.map(({ id }) => id).filter((id) => isNotifiedOfChange({ availability, presentBefore, isNew }, id));
}

describe("a change is heard by", () => {
  test("who is present or has not answered", () => {
    expect(audience(ANSWERS)).toEqual(["present", "silent"]);
  });

  test("everybody whose answer was reset", () => {
    expect(audience([], ["present"])).toEqual(["present", "absent", "away", "silent"]);
  });

  test("who was present and is in an absence on the new date: they would come on the former one", () => {
    expect(audience(ANSWERS, ["away"])).toEqual(["present", "away", "silent"]);
  });

  test("of an event that was new, only who was present then, or is now", () => {
    expect(audience(ANSWERS, [], true)).toEqual(["present"]);
    expect(audience([], ["silent"], true)).toEqual(["silent"]);
    expect(audience(ANSWERS, ["away", "absent"], true)).toEqual(["present", "away"]);
  });

  test("nobody who said that they are absent after the change", () => {
    expect(audience(ANSWERS, ["absent"])).toEqual(["present", "silent"]);
  });
});

function changed(id: string, fields: Partial<ChangedEvent>): ChangedEvent {
  return { id, before: CULTE, now: CULTE, availability: [], presentBefore: [], isNew: false, ...fields };
}

describe("one message for each person", () => {
  const MEMBERS = ["present", "absent", "silent"];
  const moved = { ...CULTE, date: "2026-12-20" };
  const CHANGED = [
    changed("moved", { now: moved, availability: ANSWERS }),
    changed("unchanged", {}),
    changed("deleted", { now: null, availability: ANSWERS }),
    changed("restored", { before: null, now: { ...CULTE, date: "2026-12-13" }, availability: ANSWERS }),
  ];

  test("has all that they hear, in the order of the dates", () => {
    const messages = messagesOfNews(CHANGED, MEMBERS, NOW, PARIS);
    const ids = messages.map(({ userId, events }) => [userId, ...events.map(({ eventId }) => eventId)]);
    expect(ids).toEqual([
      ["present", "deleted", "restored", "moved"],
      ["silent", "deleted", "restored", "moved"],
    ]);
  });

  test("shows each event as it is now, or was before it was deleted", () => {
    const [message] = messagesOfNews(CHANGED, MEMBERS, NOW, PARIS);
    expect(message?.events.map(({ details, news: { kind } }) => [kind, details.date])).toEqual([
      ["deleted", "2026-11-29"],
      ["restored", "2026-12-13"],
      ["moved", "2026-12-20"],
    ]);
    expect(message?.events.at(-1)).toEqual({
      eventId: "moved",
      details: moved,
      news: { kind: "moved", was: { date: "2026-11-29" } },
    });
  });

  test("is sent to nobody who hears of no change, and says nothing that others alone hear", () => {
    const details = fc.option(
      fc.record({ date: fc.constantFrom("2026-11-21", "2026-11-29", "2026-12-06"), time: fc.constant("10:00") }),
    );
    const event = fc.record({
      before: details,
      now: details,
      answers: fc.subarray([...ANSWERS]),
      presentBefore: fc.subarray(PEOPLE.map(({ id }) => id)),
      isNew: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(event), fc.subarray(PEOPLE.map(({ id }) => id)), (drawn, members) => {
        const events = drawn.map(({ before, now, answers, ...rest }, index) =>
          changed(String(index), {
            ...rest,
            before: before && { ...CULTE, ...before },
            now: now && { ...CULTE, ...now },
            availability: answers,
          }),
        );
        const messages = messagesOfNews(events, members, NOW, PARIS);
        const told = messages.map(({ userId, events: list }) => [
          userId,
          list.map(({ eventId }) => eventId).toSorted(),
        ]);
        const expected = PEOPLE.map(({ id }) => [
          id,
          events
            .filter((each) => newsOf(each, NOW, PARIS) && members.includes(id) && isNotifiedOfChange(each, id))
            .map((each) => each.id)
            .toSorted(),
        ]).filter(([, ids]) => ids?.length);
        expect(Object.fromEntries(told)).toEqual(Object.fromEntries(expected));
        expect(told.length).toBe(expected.length);
      }),
    );
  });
});

describe("of a change that is told", () => {
  const members = PEOPLE.map(({ id }) => id);

  function leftOut(fields: Partial<ChangedEvent>, moment = NOW): unknown[] {
    const moved = changed("culte", { now: { ...CULTE, time: "11:00" }, availability: ANSWERS, ...fields });
    return leftOutOfNews([moved], members, moment, PARIS).map(({ userId, reason }) => `${userId}: ${reason}`);
  }

  test("every member hears, or has a reason, but for those who did not know the event", () => {
    expect(leftOut({})).toEqual(["absent: answered", "away: in_absence"]);
    expect(leftOut({ isNew: true })).toEqual(["absent: answered", "away: in_absence"]);
  });

  test("it was too late for all who would hear once the event is over", () => {
    const reasons = ["present: too_late", "absent: answered", "away: in_absence", "silent: too_late"];
    expect(leftOut({}, at("2026-11-29 13:00"))).toEqual(reasons);
  });

  test("nobody is concerned by what is as they know it", () => {
    expect(leftOut({ now: CULTE })).toEqual([]);
    expect(leftOut({ before: null, now: null })).toEqual([]);
  });
});

describe("when a message is sent", () => {
  const EVENTS = [
    changed("told", { now: null, availability: ANSWERS }),
    changed("untold", { now: null, availability: ANSWERS }),
  ];

  function reasonsFor(userId: string, events: readonly ChangedEvent[] = EVENTS): unknown[] {
    const told = [{ eventId: "told", details: CULTE, news: { kind: "deleted" } as const }];
    return [...reasonsDroppedSince(events, told, userId)];
  }

  test("an event that is not in it has the person's answer as its reason", () => {
    expect(reasonsFor("absent")).toEqual([["untold", "answered"]]);
    expect(reasonsFor("away")).toEqual([["untold", "in_absence"]]);
  });

  test("it is too late for an event of which the person would hear, or that they never knew", () => {
    expect(reasonsFor("present")).toEqual([["untold", "too_late"]]);
    expect(reasonsFor("silent")).toEqual([["untold", "too_late"]]);
    expect(reasonsFor("silent", [changed("unknown to them", { now: null, isNew: true })])).toEqual([
      ["unknown to them", "too_late"],
    ]);
  });

  test("an event that is in it needs no reason", () => {
    expect(reasonsFor("absent", EVENTS.slice(0, 1))).toEqual([]);
  });
});
