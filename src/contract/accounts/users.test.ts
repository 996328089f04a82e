import { describe, expect, test } from "vitest";
import { ProfileUpdate } from "../own-account.ts";
import { PlanningChangeRow } from "../planning/planning-change.ts";
import { Absence, PlannedEvent } from "../planning/planning.ts";
import { PublishedEvent } from "../planning/publication.ts";
import { CheckedInvitation } from "./invitations.ts";
import { UserRow } from "./users.ts";

const FLUTIST = { id: "anais", firstName: "Anaïs", lastName: "Rousseau", positions: ["Flûte"] };
const ROW = { ...FLUTIST, isAdmin: false, createdAt: "2026-11-12T18:00:00.000Z" };
const EVENT = {
  id: "culte",
  groupId: "1",
  name: "Culte",
  date: "2026-11-29",
  time: "10:00",
  location: "Temple",
  availability: [{ userId: "anais", userName: "Anaïs Rousseau", position: "Flûte", status: "present" }],
};
const ABSENCE = { id: "a", person: FLUTIST, from: "2026-11-29", to: "2026-11-30" };

describe("a service that a newer version added", () => {
  test.each([
    ["a user", UserRow, ROW],
    ["an event", PlannedEvent, EVENT],
    ["an absence", Absence, ABSENCE],
    ["a change", PlanningChangeRow, { type: "person.changed", person: FLUTIST, from: "2026-11-29" }],
    ["an invitation", CheckedInvitation, { status: "done", person: FLUTIST }],
  ])("is read in %s", (_, schema, value) => {
    expect(schema.safeParse(value).error).toBeUndefined();
  });

  // The server knows which names there are: `services.test.ts` shows what it refuses.
  test.each([
    ["a profile", ProfileUpdate, FLUTIST],
    ["a published planning", PublishedEvent, EVENT],
  ])("may stand in a request, but no longer than a name is: %s", (_, schema, value) => {
    expect(schema.safeParse(value).success).toBe(true);
    const long = JSON.parse(JSON.stringify(value).replace("Flûte", "x".repeat(41))) as unknown;
    expect(schema.safeParse(long).success).toBe(false);
  });
});
