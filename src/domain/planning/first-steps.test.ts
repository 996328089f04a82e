import { describe, expect, it } from "vitest";
import { FIRST_STEPS, type FirstStepsFacts, firstStepsStatus } from "./first-steps.ts";

type Done = FirstStepsFacts["done"];

const NOTHING: Done = { event: false, sharing: false, team: false };
const ALL: Done = { event: true, sharing: true, team: true };

describe("the first steps", () => {
  it("start for a planning without events, whatever else is done", () => {
    expect(firstStepsStatus({ done: NOTHING, memory: null })).toBe("shown");
    expect(firstStepsStatus({ done: { ...ALL, event: false }, memory: null })).toBe("shown");
  });

  it("never start for a planning that has events", () => {
    for (const done of [ALL, { ...NOTHING, event: true }, { ...ALL, team: false }]) {
      expect(firstStepsStatus({ done, memory: null })).toBe("hidden");
    }
  });

  it("stay once begun, until all are done", () => {
    expect(firstStepsStatus({ done: { ...NOTHING, event: true }, memory: "begun" })).toBe("shown");
    expect(firstStepsStatus({ done: { ...ALL, team: false }, memory: "begun" })).toBe("shown");
    expect(firstStepsStatus({ done: ALL, memory: "begun" })).toBe("finished");
  });

  it("do not come back when they are over, even if every event is deleted", () => {
    for (const done of [NOTHING, ALL]) expect(firstStepsStatus({ done, memory: "over" })).toBe("hidden");
  });

  it("wait until everything is known", () => {
    for (const memory of [null, "begun"] as const) {
      for (const step of FIRST_STEPS) {
        expect(firstStepsStatus({ done: { ...NOTHING, [step]: null }, memory })).toBe("hidden");
        expect(firstStepsStatus({ done: { ...ALL, [step]: null }, memory })).toBe("hidden");
      }
    }
  });
});
