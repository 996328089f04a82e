import { describe, expect, it } from "vitest";
import { checkDraft, draftFrom, shownProblems } from "./event-draft.ts";

const TODAY = "2026-11-12";
const CULTE = { name: "Culte", date: "2026-11-15", time: "10:00", location: "Temple" };
const READABLE = { today: TODAY, isDateUnreadable: false };

function problems(draft: typeof CULTE, against = READABLE) {
  const check = checkDraft(draft, against);
  return check.status === "invalid" ? check.problems : {};
}

describe("checkDraft", () => {
  it("gives the details, trimmed", () => {
    expect(checkDraft({ ...CULTE, name: "  Culte ", location: " Temple" }, READABLE)).toEqual({
      status: "valid",
      details: CULTE,
    });
  });

  it("requires every field", () => {
    expect(problems({ name: " ", date: "", time: "", location: "" })).toEqual({
      name: "field.required",
      date: "field.required",
      time: "field.required",
      location: "field.required",
    });
  });

  it("accepts today and refuses the day before", () => {
    expect(problems({ ...CULTE, date: TODAY })).toEqual({});
    expect(problems({ ...CULTE, date: "2026-11-11" })).toEqual({ date: "event.date_past" });
  });

  it("refuses a year of five digits", () => {
    expect(problems({ ...CULTE, date: "12026-11-15" })).toEqual({ date: "event.date_invalid" });
  });

  it("calls a half-typed date malformed, not missing", () => {
    expect(problems({ ...CULTE, date: "" }, { today: TODAY, isDateUnreadable: true })).toEqual({
      date: "event.date_invalid",
    });
  });

  it("refuses a time off the half hours", () => {
    expect(problems({ ...CULTE, time: "10:15" })).toEqual({ time: "event.time_invalid" });
  });

  it("refuses a name of 201 characters and accepts one of 200", () => {
    expect(problems({ ...CULTE, name: "a".repeat(201) })).toEqual({ name: "field.too_long" });
    expect(problems({ ...CULTE, name: "a".repeat(200) })).toEqual({});
  });
});

describe("draftFrom", () => {
  it("starts on the date of the address", () => {
    expect(draftFrom("2026-11-24").date).toBe("2026-11-24");
  });

  it("starts without date where the address has none, or none that exists", () => {
    expect(draftFrom("").date).toBe("");
    expect(draftFrom("2026-02-30").date).toBe("");
  });
});

describe("shownProblems", () => {
  it("reminds of the empty fields once, at the first of them", () => {
    expect(shownProblems({ date: "field.required", time: "field.required" })).toEqual({ date: "field.required" });
  });

  it("says every other problem", () => {
    expect(shownProblems({ name: "field.too_long", date: "event.date_past", location: "field.required" })).toEqual({
      name: "field.too_long",
      date: "event.date_past",
      location: "field.required",
    });
  });
});
