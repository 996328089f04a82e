import { describe, expect, test } from "vitest";
import { INITIAL_PREFERENCES, TOPICS, preferencesOf } from "./topics.ts";

describe("what people want to hear", () => {
  test("is all mail, and no device, for a person who never chose", () => {
    expect(Object.keys(INITIAL_PREFERENCES)).toEqual([...TOPICS]);
    expect(Object.values(INITIAL_PREFERENCES)).toEqual(TOPICS.map(() => ({ byMail: true, byPush: false })));
  });

  test("has channels for each topic", () => {
    const preferences = preferencesOf((topic) => ({ byMail: topic === "requests", byPush: false }));
    expect(Object.keys(preferences)).toEqual([...TOPICS]);
    expect(TOPICS.filter((topic) => preferences[topic].byMail)).toEqual(["requests"]);
  });
});
