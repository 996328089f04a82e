import { expect, it } from "vitest";
import type { AvailabilityEntry } from "#domain/availability/availability.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { summaryOf } from "./select-group-screen.tsx";

const TODAY = "2026-11-12";

function entry(userId: string, status: AvailabilityEntry["status"], position: AvailabilityEntry["position"] = "Voix") {
  return { userId, userName: `Nom de ${userId}`, position, status };
}

function event(id: string, date: string, availability: readonly AvailabilityEntry[] = []): PlannedEvent {
  return { id, groupId: "1", name: id, date, time: "19:30", location: "Salle", availability };
}

it("the next event is the soonest from today on", () => {
  const events = [event("later", "2026-12-01"), event("past", "2026-11-11"), event("today", TODAY)];
  expect(summaryOf(events, TODAY).nextEvent?.id).toBe("today");
});

it("a group without a coming event has no next one, and nobody comes", () => {
  const summary = summaryOf([event("past", "2026-11-11", [entry("a", "present")])], TODAY);
  expect(summary).toEqual({ nextEvent: undefined, people: [] });
});

it("people are those who said yes to a coming event, each once, the soonest event's first", () => {
  const events = [
    event("second", "2026-11-20", [entry("c", "present"), entry("a", "present")]),
    event("first", "2026-11-13", [entry("a", "present"), entry("a", "present", "Lead"), entry("b", "absent")]),
  ];
  expect(summaryOf(events, TODAY).people).toEqual([
    { id: "a", name: "Nom de a" },
    { id: "c", name: "Nom de c" },
  ]);
});
