import { afterEach, expect, test, vi } from "vitest";
import { entriesFor } from "#domain/availability/availability.ts";
import { applyChange } from "#domain/planning/planning-change.ts";
import { EMPTY_PLANNING, type PlannedEvent, type Planning } from "#domain/planning/planning.ts";
import { changesOfMerge } from "./namesakes.tsx";

const kept = { id: "kept", firstName: "Anna", lastName: "Petit", positions: ["Voix", "Bass"] };
const gone = { ...kept, id: "gone", positions: ["Bass"] };

function event(id: string, availability: PlannedEvent["availability"], lineUp?: PlannedEvent["lineUp"]): PlannedEvent {
  const details = { id, groupId: "1", name: "Culte", date: "2099-11-15", time: "10:00", location: "Temple" };
  return { ...details, availability, ...(lineUp && { lineUp }) };
}

afterEach(() => vi.unstubAllGlobals());

test("a browser's own planning gets the later answers, the places and the absences of who goes", () => {
  const planning: Planning = {
    ...EMPTY_PLANNING,
    groups: [{ id: "1", name: "Louange" }],
    events: [
      event("later", [...entriesFor(kept, "absent"), ...entriesFor(gone, "present", { comment: "En retard" })]),
      event("earlier", [...entriesFor(gone, "present"), ...entriesFor(kept, "absent")]),
      event("only", entriesFor(gone, "absent")),
      event("placed", [], [{ role: "Bass", userId: "gone" }]),
    ],
    absences: [{ id: "a", person: gone, from: "2099-12-01", to: "2099-12-05" }],
  };
  // As in a page served over plain http.
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const changes = changesOfMerge(planning, kept, "gone");
  const after = [...changes, { type: "person.removed" as const, userId: "gone" }].reduce(applyChange, planning);
  const answers = after.events.map(({ id, availability }) => [
    id,
    [...new Set(availability.map(({ userId, status, comment }) => [userId, status, comment].join(" ").trim()))],
  ]);
  expect(Object.fromEntries(answers)).toEqual({
    later: ["kept present En retard"],
    earlier: ["kept absent"],
    only: ["kept absent"],
    placed: [],
  });
  expect(after.events.at(-1)?.lineUp).toEqual([{ role: "Bass", userId: "kept" }]);
  expect(after.absences).toEqual([
    { id: expect.stringMatching(/^[\da-f-]{36}$/), person: kept, from: "2099-12-01", to: "2099-12-05" },
  ]);
});
