import { describe, expect, it } from "vitest";
import { checkDraft, draftOfEvent, type EventDraft, fieldsToStore, newDraft, shownProblems } from "./event-draft.ts";

const TODAY = "2026-11-12";
const CULTE = { name: "Culte", date: "2026-11-15", time: "10:00", location: "Temple" };
const TYPED: EventDraft = { ...CULTE, endTime: "", details: "", every: "", until: "", requiredRoles: null };
const READABLE: Parameters<typeof checkDraft>[1] = { today: TODAY, unreadable: [] };

function problems(draft: EventDraft, against = READABLE) {
  const check = checkDraft(draft, against);
  return check.status === "invalid" ? check.problems : {};
}

describe("checkDraft", () => {
  it("gives the details, trimmed", () => {
    expect(checkDraft({ ...TYPED, name: "  Culte ", location: " Temple" }, READABLE)).toEqual({
      status: "valid",
      details: CULTE,
      repetition: null,
      requiredRoles: null,
    });
  });

  it.each([[["Lead", "Voix"]], [[]]] as const)("gives the event's own roles: %j", (requiredRoles) => {
    expect(checkDraft({ ...TYPED, requiredRoles }, READABLE)).toMatchObject({ status: "valid", requiredRoles });
  });

  it("requires every field", () => {
    expect(problems({ ...TYPED, name: " ", date: "", time: "", location: "" })).toEqual({
      name: "field.required",
      date: "field.required",
      time: "field.required",
      location: "field.required",
    });
  });

  it("accepts today and refuses the day before", () => {
    expect(problems({ ...TYPED, date: TODAY })).toEqual({});
    expect(problems({ ...TYPED, date: "2026-11-11" })).toEqual({ date: "event.date_past" });
  });

  it("refuses a year of five digits", () => {
    expect(problems({ ...TYPED, date: "12026-11-15" })).toEqual({ date: "event.date_invalid" });
  });

  it("calls a half-typed date malformed, not missing", () => {
    expect(problems({ ...TYPED, date: "" }, { today: TODAY, unreadable: ["date"] })).toEqual({
      date: "event.date_invalid",
    });
  });

  it("refuses a time off the half hours", () => {
    expect(problems({ ...TYPED, time: "10:15" })).toEqual({ time: "event.time_invalid" });
  });

  it("refuses an end that is not after the start", () => {
    expect(problems({ ...TYPED, endTime: "10:00" })).toEqual({ endTime: "event.end_before_start" });
    expect(problems({ ...TYPED, endTime: "10:30" })).toEqual({});
  });

  it("gives an end on the next day, and starts from one", () => {
    const night = { ...CULTE, time: "22:30", endTime: "01:00", endsNextDay: true };
    expect(checkDraft({ ...TYPED, time: "22:30", endTime: "25:00" }, READABLE)).toMatchObject({ details: night });
    expect(checkDraft(draftOfEvent(night), READABLE)).toMatchObject({ details: night });
    expect(checkDraft({ ...draftOfEvent(night), endTime: "23:00" }, READABLE)).toMatchObject({
      details: { ...CULTE, time: "22:30", endTime: "23:00" },
    });
    expect(problems({ ...TYPED, endTime: "30:00" })).toEqual({ endTime: "event.end_too_late" });
  });

  it("gives a repetition, and refuses one that ends before it begins or after a year", () => {
    const weekly = { ...TYPED, every: "week", until: "2027-11-15" };
    expect(checkDraft(weekly, READABLE)).toMatchObject({ repetition: { every: "week", until: "2027-11-15" } });
    expect(problems({ ...weekly, until: "" })).toEqual({ until: "field.required" });
    expect(problems({ ...weekly, until: "2026-11-14" })).toEqual({ until: "series.until_before_date" });
    expect(problems({ ...weekly, until: "2027-11-16" })).toEqual({ until: "series.too_long" });
  });

  it("does not check again what stays as it was: a past date, a time that is no longer offered", () => {
    const before = { ...CULTE, date: "2026-11-01", time: "10:15" };
    const against = { ...READABLE, before };
    expect(problems({ ...TYPED, ...before, name: "Fête" }, against)).toEqual({});
    expect(problems({ ...TYPED, ...before, date: "2026-11-02" }, against)).toEqual({ date: "event.date_past" });
  });

  it("refuses a name of 201 characters and accepts one of 200", () => {
    expect(problems({ ...TYPED, name: "a".repeat(201) })).toEqual({ name: "field.too_long" });
    expect(problems({ ...TYPED, name: "a".repeat(200) })).toEqual({});
  });
});

describe("the draft of a new event", () => {
  it("starts on the date of the address", () => {
    expect(newDraft("2026-11-24", null).date).toBe("2026-11-24");
  });

  it("starts without date where the address has none, or none that exists", () => {
    expect(newDraft("", null).date).toBe("");
    expect(newDraft("2026-02-30", null).date).toBe("");
  });
});

describe("a draft", () => {
  it("of an event has its own roles, or says that it has none", () => {
    expect(draftOfEvent({ ...CULTE, requiredRoles: ["Lead"] })).toEqual({ ...TYPED, requiredRoles: ["Lead"] });
    expect(draftOfEvent(CULTE)).toEqual(TYPED);
  });

  it.each<[EventDraft["requiredRoles"]]>([[null], [[]], [["Lead", "Voix"]]])(
    "is kept for another visit with its roles: %j",
    (requiredRoles) => {
      const draft = { ...TYPED, every: "week", requiredRoles };
      expect(newDraft("", JSON.parse(JSON.stringify(fieldsToStore(draft))))).toEqual(draft);
    },
  );

  it("kept by an older page has the roles of the group", () => {
    expect(newDraft("", { ...CULTE })).toEqual(TYPED);
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
