import { describe, expect, test } from "vitest";
import { FIRST_WISHES, TOPICS, wishesOf } from "./topics.ts";

describe("what people want to hear", () => {
  test("is all mail, and no device, for a person who never chose", () => {
    expect(Object.keys(FIRST_WISHES)).toEqual([...TOPICS]);
    expect(Object.values(FIRST_WISHES)).toEqual(TOPICS.map(() => ({ byMail: true, byPush: false })));
  });

  test("has channels for each topic", () => {
    const wishes = wishesOf((topic) => ({ byMail: topic === "requests", byPush: false }));
    expect(Object.keys(wishes)).toEqual([...TOPICS]);
    expect(TOPICS.filter((topic) => wishes[topic].byMail)).toEqual(["requests"]);
  });
});
