import { afterEach, describe, expect, test, vi } from "vitest";
import { addDays } from "#domain/calendar/calendar.ts";
import { readEntries, readEntriesAgain } from "#test/support/calendar/test-calendar.ts";
import { type CalendarEntry, calendarFile } from "./calendar-file.ts";

const LINE_OCTETS = 75;

function entry(event: Partial<CalendarEntry["event"]> = {}, other: Partial<CalendarEntry> = {}): CalendarEntry {
  return {
    event: { id: "event", name: "Concert", date: "2026-12-24", time: "20:30", location: "Temple", ...event },
    status: "tentative",
    description: "Concert",
    sequence: 0,
    changedAt: new Date("2026-11-20T11:00:00Z"),
    ...other,
  };
}

function fileOf(entries: readonly CalendarEntry[], timeZone = "Europe/Paris"): string {
  return calendarFile({ timeZone, entries });
}

/** The same wall time on each of some days. */
function days(from: string, count: number, time: string): CalendarEntry[] {
  return Array.from({ length: count }, (_, day) => entry({ id: `day-${day}`, date: addDays(from, day), time }));
}

/** A zone, the day before a change, and the moments of 10:30 on this day and the two after it. */
const AROUND_CHANGES = [
  ["Europe/Paris", "2026-03-28", "2026-03-28T09:30", "2026-03-29T08:30", "2026-03-30T08:30"],
  ["Europe/Paris", "2026-10-24", "2026-10-24T08:30", "2026-10-25T09:30", "2026-10-26T09:30"],
  ["America/Los_Angeles", "2026-03-07", "2026-03-07T18:30", "2026-03-08T17:30", "2026-03-09T17:30"],
  ["America/Los_Angeles", "2026-10-31", "2026-10-31T17:30", "2026-11-01T18:30", "2026-11-02T18:30"],
  ["Pacific/Kiritimati", "2026-03-28", "2026-03-27T20:30", "2026-03-28T20:30", "2026-03-29T20:30"],
  ["Pacific/Kiritimati", "2026-10-24", "2026-10-23T20:30", "2026-10-24T20:30", "2026-10-25T20:30"],
  // One hour less during Ramadan: no yearly rule.
  ["Africa/Casablanca", "2026-02-14", "2026-02-14T09:30", "2026-02-15T10:30", "2026-02-16T10:30"],
  ["Australia/Lord_Howe", "2026-04-04", "2026-04-03T23:30", "2026-04-05T00:00", "2026-04-06T00:00"],
  ["UTC", "2026-03-28", "2026-03-28T10:30", "2026-03-29T10:30", "2026-03-30T10:30"],
] as const;

const PARIS_AT_HALF_PAST_TWO = ["07T01:30", "08T01:30", "09T01:30", "24T00:30", "25T00:30", "26T01:30"];
/** On some of these computers one of the times below does not exist. */
const ZONES_OF_THE_COMPUTER = ["Europe/Paris", "America/Los_Angeles", "Pacific/Kiritimati"];

describe("a calendar file", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test.each(AROUND_CHANGES)("two libraries read the same moments in %s from %s on", (zone, from, ...moments) => {
    const text = fileOf(days(from, 3, "10:30"), zone);
    const expected = moments.map((moment) => `${moment}:00.000Z`);
    expect(readEntries(text).map(({ startsAt }) => startsAt)).toEqual(expected);
    const again = readEntriesAgain(text);
    expect(again.map(({ startsAt }) => startsAt)).toEqual(expected);
    expect(again.map(({ endsAt }) => Date.parse(endsAt))).toEqual(
      expected.map((start) => Date.parse(start) + 2 * 60 * 60 * 1000),
    );
  });

  test.each(AROUND_CHANGES)("%s: each hour of the days from %s on is where Node has it", (timeZone, from) => {
    const format = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" });
    for (let hour = 0; hour < 24; hour++) {
      const time = `${String(hour).padStart(2, "0")}:45`;
      const read = readEntries(fileOf(days(from, 2, time), timeZone));
      for (const [day, { startsAt }] of read.entries()) {
        const shown = format.format(new Date(startsAt));
        const wanted = `${addDays(from, day)} ${time}`;
        // An hour that is skipped is shown as the one after it.
        const isSkipped = !sameWall(format, wanted);
        expect([wanted, shown]).toEqual([wanted, isSkipped ? expect.any(String) : wanted]);
      }
    }
  });

  test.each(ZONES_OF_THE_COMPUTER)("is the same on a computer in %s", (zone) => {
    const around = [...days("2026-03-07", 3, "02:30"), ...days("2026-10-24", 3, "02:30")];
    const expected = fileOf(around);
    vi.stubEnv("TZ", zone);
    expect(fileOf(around)).toBe(expected);
    // On 29 March Paris has no 02:30; on 25 October it has two.
    expect(readEntries(expected).map(({ startsAt }) => startsAt.slice(8, 16))).toEqual(PARIS_AT_HALF_PAST_TWO);
  });

  test("an event without an end takes two hours, also when clocks change meanwhile", () => {
    const dates = ["2026-03-29", "2026-10-25", "2026-12-24"];
    const read = dates.flatMap((date) => readEntries(fileOf([entry({ date, time: "01:30" })])));
    expect(read.map(({ startsAt, endsAt }) => Date.parse(endsAt) - Date.parse(startsAt))).toEqual(
      Array(3).fill(2 * 60 * 60 * 1000),
    );
    const [late] = readEntries(fileOf([entry({ time: "23:00" })]));
    expect(late?.endsAt).toBe("2026-12-25T00:00:00.000Z");
  });

  test.each([
    "🎵👨‍👩‍👧‍👦 ".repeat(40),
    "שלום עולם ‏".repeat(30),
    String.raw`a\b;c,d:e"f\n`.repeat(20),
    "première ligne\ndeuxième\n\nquatrième",
    "e\u0301".repeat(100),
    "x".repeat(1000),
  ])("keeps each character of %j, in lines of at most 75 octets", (written) => {
    const line = written.replaceAll("\n", " ");
    const text = fileOf([entry({ name: line, location: line }, { description: written })]);
    const lines = text.split("\r\n");
    expect(lines.filter((each) => Buffer.byteLength(each) > LINE_OCTETS || /[\r\n]/.test(each))).toEqual([]);
    expect(lines.filter((each) => Buffer.from(each).toString().includes("\uFFFD"))).toEqual([]);
    const [read] = readEntries(text);
    expect(read).toMatchObject({ summary: line, location: line, description: written });
    // node-ical takes a backslash before an n for a line break, even where the backslash is written as a text.
    if (!line.includes(String.raw`\n`)) expect(readEntriesAgain(text)[0]?.summary).toBe(line);
  });

  test("no text or id can add a line of its own", () => {
    const attack = "x\r\nATTACH:http://example.org\u0000\u0007\u2028\rEND:VEVENT";
    const text = fileOf([entry({ id: attack, name: attack, location: attack }, { description: attack })]);
    expect(text.split("\r\n").filter((line) => /^(?:ATTACH|END:VEVENT)/.test(line))).toEqual(["END:VEVENT"]);
    expect(readEntries(text)[0]?.summary).toBe("x\nATTACH:http://example.org\u2028\nEND:VEVENT");
  });

  test.each([
    ["without entries", []],
    ["with one", [entry()]],
  ])("of a feed %s has all of its own properties before its components, and one component at least", (_, entries) => {
    const feed = { name: "Diapason", refreshSeconds: 3600 };
    const [head, ...components] = calendarFile({ timeZone: "Europe/Paris", entries, feed }).split("\r\nBEGIN:V");
    expect(head?.split("\r\n").slice(-2)).toEqual(["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"]);
    expect(components).toHaveLength(1);
    expect(components.at(-1)).toMatch(/\r\nEND:V\w+\r\nEND:VCALENDAR\r\n$/);
  });
});

/** Whether the zone has this wall time on this day. */
function sameWall(format: Intl.DateTimeFormat, wanted: string): boolean {
  const guess = Date.parse(`${wanted.replace(" ", "T")}:00Z`);
  const quarters = Array.from({ length: 4 * 28 }, (_, quarter) => guess + (quarter - 4 * 14) * 15 * 60_000);
  return quarters.some((moment) => format.format(moment) === wanted);
}
