import { describe, expect, test } from "vitest";
import { endTimes, isTimeSlot, TIME_SLOTS } from "./time-slots.ts";

describe("time slots", () => {
  test("run every 30 minutes from 06:00 to 22:30", () => {
    expect(TIME_SLOTS).toHaveLength(34);
    expect(TIME_SLOTS.slice(0, 3)).toEqual(["06:00", "06:30", "07:00"]);
    expect(TIME_SLOTS.at(-1)).toBe("22:30");
  });

  test.each([
    ["10:00", true],
    ["22:30", true],
    ["05:30", false],
    ["23:00", false],
    ["10:15", false],
    ["", false],
  ])("« %s » can be chosen: %s", (text, expected) => {
    expect(isTimeSlot(text)).toBe(expected);
  });
});

describe("end times", () => {
  test("are the half hours after the start, to 23:30", () => {
    expect(endTimes("22:00")).toEqual(["22:30", "23:00", "23:30"]);
    expect(endTimes("")).toHaveLength(35);
  });
});
