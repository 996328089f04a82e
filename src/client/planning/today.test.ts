import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { timeZoneNamed } from "#domain/calendar/time-zone.ts";
import { BLOCKED_STORAGE } from "../storage/browser-storage.ts";
import { PlanningContext, type PlanningEnvironment } from "./planning-hooks.ts";
import { clockOf, createSharing } from "./sharing.ts";
import { dateOf, RenderedDay, timeOf, useNow } from "./today.ts";

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

describe("in the team's time zone", () => {
  it.each([
    ["Pacific/Kiritimati", "2026-11-12T12:00:00Z", "2026-11-13"],
    ["Pacific/Tahiti", "2026-11-12T12:00:00Z", "2026-11-12"],
    ["Asia/Kathmandu", "2026-11-12T18:14:59Z", "2026-11-12"],
    ["Asia/Kathmandu", "2026-11-12T18:15:00Z", "2026-11-13"],
    // Its clocks go from 24:00 to 01:00.
    ["America/Santiago", "2026-09-06T03:59:59Z", "2026-09-05"],
    ["America/Santiago", "2026-09-06T04:00:00Z", "2026-09-06"],
  ])("%s at %s is %s", (timeZone, instant, day) => {
    expect(clockOf(timeZone).dateAt(new Date(instant))).toBe(day);
  });
});

it("midnight is on a quarter of an hour everywhere, which is when a page looks", () => {
  const offsets = Intl.supportedValuesOf("timeZone")
    .map(timeZoneNamed)
    .flatMap(({ offsetAt }) => [offsetAt(Date.UTC(2026, 0)), offsetAt(Date.UTC(2026, 6))]);
  expect(new Set(offsets.map((offset) => offset % (15 * 60_000)))).toEqual(new Set([0, -0]));
});

it("on a page that the server rendered, the events of the evening before are over", () => {
  const sharing = createSharing({ storage: BLOCKED_STORAGE, storageEvents: new EventTarget() });
  const environment = { sharing } as unknown as PlanningEnvironment;
  const Now = () => useNow();
  const page = createElement(RenderedDay, { value: "2026-11-28" }, createElement(Now));
  expect(renderToString(createElement(PlanningContext, { value: environment }, page))).toBe("2026-11-28 05:30");
});
