import { describe, expect, it } from "vitest";
import { API } from "#contract/paths.ts";
import { plainDate } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { createFirstResponses } from "../../../http/first-responses.ts";
import { requestOfCall, takeFirstParts } from "./first-parts.ts";
import { NOTHING_KNOWN } from "./known-planning.ts";
import { addressOf, type ReadRequest } from "./read-part.ts";

const CULTE: PlannedEvent = {
  id: "culte",
  groupId: "1",
  name: "Culte",
  date: "2026-11-29",
  time: "10:00",
  location: "Temple",
  availability: [],
};

describe("the request of a call", () => {
  const named: ReadRequest[] = [
    { type: "groups" },
    { type: "upcoming", groupId: "été & co", from: "2026-11-22" },
    { type: "event", eventId: "a b" },
    { type: "group", groupId: "ü/1" },
  ];
  it.each(named)("$type is found again from its address", (request) => {
    expect(requestOfCall(addressOf(request))).toEqual(request);
  });

  it("is found again for every month of years, of one group and of all", () => {
    for (let index = 0; index < 12 * 30; index += 1) {
      const month = { year: 2010 + Math.floor(index / 12), month: (index % 12) + 1 };
      expect(plainDate(month.year, month.month, 1)).toBeTruthy();
      for (const groupId of ["1", null]) {
        const request: ReadRequest = { type: "month", month, groupId };
        expect(requestOfCall(addressOf(request))).toEqual(request);
      }
    }
  });

  it.each([API.users, API.config, `${API.events}?from=2026-11-01&to=2026-11-30`, `${API.events}?from=x&to=y`])(
    "%s is none that reads a part",
    (call) => {
      expect(requestOfCall(call)).toBeNull();
    },
  );
});

describe("what came with the page", () => {
  const address = addressOf({ type: "event", eventId: "culte" });

  function answersOf(body: unknown, position: number | null = 7) {
    const answers = [
      { call: address, position: 8, body },
      { call: API.users, position: null, body: [] },
    ];
    return createFirstResponses({ userId: "marie", position, answers });
  }

  it("becomes parts that start at its position, and leaves the other answers", () => {
    const answers = answersOf(CULTE);
    const scope = { type: "event", eventId: "culte" } as const;
    expect(takeFirstParts(answers, "marie")).toEqual({
      position: 7,
      parts: [{ request: scope, read: { part: { type: "events", scope, events: [CULTE] }, position: 8 } }],
      planning: { ...NOTHING_KNOWN, events: [CULTE] },
    });
    expect(answers.calls()).toEqual([API.users]);
  });

  it("is nothing for another user, and nothing where no planning came", () => {
    expect(takeFirstParts(answersOf(CULTE), "paul")).toBeNull();
    expect(takeFirstParts(answersOf(CULTE, null), "marie")).toBeNull();
  });
});
