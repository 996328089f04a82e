import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AvailabilityEntry } from "#domain/availability.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import { ENGINES } from "../test-server.ts";
import {
  createEvent,
  type Person,
  type PlanningServer,
  positionOf,
  say,
  startPlanningServer,
} from "./test-planning.ts";

describe.each(ENGINES)("one's own answer on %s", (engine) => {
  let planning: PlanningServer;
  let marie: Person;

  beforeAll(async () => {
    planning = await startPlanningServer(engine);
    marie = await planning.newcomer();
  });
  afterAll(() => planning.stop());

  async function availability(eventId: string): Promise<readonly AvailabilityEntry[]> {
    return (await marie.get(`/api/events/${eventId}`)).json<PlannedEvent & Record<string, unknown>>().availability;
  }

  test("present leaves an entry for each service, absent one with the first", async () => {
    const event = await createEvent(planning.admin);
    const answer = await say(marie, event.id, "present");
    const own = { userId: marie.user.id, userName: "Marie Petit" };
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        ...event,
        availability: [
          { ...own, position: "Voix", status: "present" },
          { ...own, position: "Lead", status: "present" },
        ],
      },
    ]);
    expect(positionOf(answer)).toBeGreaterThan(0);
    await say(marie, event.id, "absent");
    expect(await availability(event.id)).toEqual([{ ...own, position: "Voix", status: "absent" }]);
    await say(marie, event.id, null);
    expect(await availability(event.id)).toEqual([]);
  });
});
