import { describe, expect, it } from "vitest";
import { timeZoneNamed } from "#domain/calendar/time-zone.ts";
import { dateOf, timeOf, untilMidnight } from "./today.ts";

// The tests run in Europe/Paris.

describe("the day that a wall calendar shows", () => {
  it.each([
    ["2026-11-12T22:59:59Z", "2026-11-12"],
    ["2026-11-12T23:00:00Z", "2026-11-13"],
    ["2026-07-01T21:59:59Z", "2026-07-01"],
    ["2026-07-01T22:00:00Z", "2026-07-02"],
    ["2026-12-31T23:00:00Z", "2027-01-01"],
  ])("at %s is %s", (instant, day) => {
    expect(dateOf(new Date(instant))).toBe(day);
  });
});

describe("the time that a wall clock shows", () => {
  it.each([
    ["2026-11-12T08:05:00Z", "09:05"],
    ["2026-07-01T21:59:59Z", "23:59"],
  ])("at %s is %s", (instant, time) => {
    expect(timeOf(new Date(instant))).toBe(time);
  });
});

describe("the time until midnight", () => {
  it.each([
    ["an ordinary day", "2026-11-12T11:00:00Z", 12],
    ["the day that loses an hour", "2026-03-28T23:00:00Z", 23],
    ["the day that has one more", "2026-10-24T22:00:00Z", 25],
  ])("on %s counts the hours that pass", (_, instant, hours) => {
    expect(untilMidnight(new Date(instant))).toBe(hours * 3_600_000);
  });

  it("is never nothing, so that a look ahead always waits", () => {
    expect(untilMidnight(new Date("2026-11-12T22:59:59.999Z"))).toBe(1);
    expect(untilMidnight(new Date("2026-11-12T23:00:00.000Z"))).toBe(86_400_000);
  });
});

describe("in the team's time zone", () => {
  it.each([
    ["Pacific/Kiritimati", "2026-11-13", 22],
    ["Pacific/Tahiti", "2026-11-12", 22],
    ["Asia/Kathmandu", "2026-11-12", 6.25],
  ])("%s has its own day and midnight", (name, day, hours) => {
    const zone = timeZoneNamed(name);
    const noon = new Date("2026-11-12T12:00:00Z");
    expect(dateOf(noon, zone)).toBe(day);
    expect(untilMidnight(noon, zone)).toBe(hours * 3_600_000);
  });

  it("a day whose midnight is skipped begins when its clocks go on", () => {
    const zone = timeZoneNamed("America/Santiago");
    const evening = new Date("2026-09-06T03:00:00Z");
    expect(dateOf(evening, zone)).toBe("2026-09-05");
    expect(untilMidnight(evening, zone)).toBe(3_600_000);
  });
});
