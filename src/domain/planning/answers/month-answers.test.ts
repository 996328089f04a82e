import { describe, expect, it } from "vitest";
import type { Answer, AvailabilityEntry } from "../../availability/availability.ts";
import type { PlannedEvent } from "../planning.ts";
import {
  answerableEvents,
  changedAnswers,
  EMPTY_DRAFT,
  monthAnswers,
  openRows,
  withChosen,
  withFilled,
  type AnswerDraft,
} from "./month-answers.ts";

const NOVEMBER = { year: 2026, month: 11 };

function entry(userId: string, status: Answer): AvailabilityEntry {
  return { userId, userName: userId, position: "Bass", status };
}

function event(id: string, date: string, saved: Answer | null = null): PlannedEvent {
  const availability = [entry("other", "absent"), ...(saved === null ? [] : [entry("me", saved)])];
  return { id, groupId: "1", name: "Culte", date, time: "10:00", location: "Temple", availability };
}

function shown(events: readonly PlannedEvent[], draft: AnswerDraft): (Answer | null)[] {
  return monthAnswers(events, "me", draft).map((row) => row.shown);
}

function toSave(events: readonly PlannedEvent[], draft: AnswerDraft): [string, Answer | null][] {
  return changedAnswers(monthAnswers(events, "me", draft)).map((row) => [row.event.id, row.shown]);
}

function fill(events: readonly PlannedEvent[], draft: AnswerDraft, answer: Answer): AnswerDraft {
  return withFilled(draft, monthAnswers(events, "me", draft), answer);
}

describe("the events of a month to answer", () => {
  it("are those from today on, in order, of this month alone", () => {
    const events = [
      event("c", "2026-11-29"),
      event("past", "2026-11-11"),
      event("a", "2026-11-12"),
      event("next", "2026-12-01"),
      event("year", "2027-11-20"),
    ];
    expect(answerableEvents(events, NOVEMBER, "2026-11-12").map(({ id }) => id)).toEqual(["a", "c"]);
  });

  it("are none in a month that is over", () => {
    expect(answerableEvents([event("a", "2026-11-29")], NOVEMBER, "2026-12-01")).toEqual([]);
  });
});

describe("a draft of answers", () => {
  const open = [event("a", "2026-11-12", "absent"), event("b", "2026-11-15"), event("c", "2026-11-19")];

  it("that is empty shows what is saved, and saves nothing", () => {
    expect(shown(open, EMPTY_DRAFT)).toEqual(["absent", null, null]);
    expect(toSave(open, EMPTY_DRAFT)).toEqual([]);
  });

  it("fills only what has no answer, saved or chosen", () => {
    const draft = fill(open, withChosen(EMPTY_DRAFT, "b", "absent"), "present");
    expect(shown(open, draft)).toEqual(["absent", "absent", "present"]);
    expect(shown(open, fill(open, draft, "absent"))).toEqual(["absent", "absent", "present"]);
  });

  it("takes an exception after it was filled", () => {
    const draft = withChosen(fill(open, EMPTY_DRAFT, "present"), "c", "absent");
    expect(toSave(open, draft)).toEqual([
      ["b", "present"],
      ["c", "absent"],
    ]);
  });

  it("that goes back to what is saved has nothing to save", () => {
    const draft = withChosen(withChosen(EMPTY_DRAFT, "a", "present"), "a", "absent");
    expect(toSave(open, draft)).toEqual([]);
  });

  it("keeps what was chosen when another tab answers meanwhile, and drops what was only filled in", () => {
    const draft = withChosen(fill(open, EMPTY_DRAFT, "present"), "b", "present");
    const elsewhere = [
      event("a", "2026-11-12", "absent"),
      event("b", "2026-11-15", "absent"),
      event("c", "2026-11-19", "absent"),
    ];
    expect(shown(elsewhere, draft)).toEqual(["absent", "present", "absent"]);
    expect(toSave(elsewhere, draft)).toEqual([["b", "present"]]);
  });

  it("forgets an event that is deleted meanwhile", () => {
    const draft = fill(open, EMPTY_DRAFT, "present");
    expect(toSave(open.slice(0, 2), draft)).toEqual([["b", "present"]]);
  });

  it("counts an absence as answered, and saves nothing for it unless an answer is chosen", () => {
    const away: AvailabilityEntry = { ...entry("me", "absent"), source: "absence" };
    const events = [{ ...event("a", "2026-11-12"), availability: [away] }, event("b", "2026-11-15")];
    const rows = monthAnswers(events, "me", EMPTY_DRAFT);
    expect(rows.map((row) => [row.saved, row.shown, row.isInAbsence])).toEqual([
      [null, null, true],
      [null, null, false],
    ]);
    expect(openRows(rows).map((row) => row.event.id)).toEqual(["b"]);
    expect(toSave(events, fill(events, EMPTY_DRAFT, "present"))).toEqual([["b", "present"]]);
    expect(toSave(events, withChosen(EMPTY_DRAFT, "a", "absent"))).toEqual([["a", "absent"]]);
  });
});
