import { describe, expect, it } from "vitest";
import { dayForKey } from "./month-grid.tsx";

describe("dayForKey", () => {
  it.each([
    ["ArrowLeft", "2026-11-11"],
    ["ArrowRight", "2026-11-13"],
    ["ArrowUp", "2026-11-05"],
    ["ArrowDown", "2026-11-19"],
    ["Home", "2026-11-09"],
    ["End", "2026-11-15"],
    ["PageUp", "2026-10-12"],
    ["PageDown", "2026-12-12"],
  ])("%s goes from Thursday 12 November 2026 to %s", (key, expected) => {
    expect(dayForKey("2026-11-12", key, false)).toBe(expected);
  });

  it("pages by a year while Shift is held", () => {
    expect(dayForKey("2026-11-12", "PageDown", true)).toBe("2027-11-12");
    expect(dayForKey("2026-11-12", "PageUp", true)).toBe("2025-11-12");
  });

  it("crosses months and years day by day", () => {
    expect(dayForKey("2026-12-31", "ArrowRight", false)).toBe("2027-01-01");
    expect(dayForKey("2027-01-01", "ArrowUp", false)).toBe("2026-12-25");
  });

  it("ends on the last day of a month that is too short", () => {
    expect(dayForKey("2026-01-31", "PageDown", false)).toBe("2026-02-28");
    expect(dayForKey("2024-02-29", "PageDown", true)).toBe("2025-02-28");
  });

  it("stays on Monday with Home and on Sunday with End", () => {
    expect(dayForKey("2026-11-09", "Home", false)).toBe("2026-11-09");
    expect(dayForKey("2026-11-15", "End", false)).toBe("2026-11-15");
  });

  it("knows no other key", () => {
    expect(dayForKey("2026-11-12", "a", false)).toBeNull();
  });
});
