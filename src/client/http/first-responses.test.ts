import { describe, expect, it } from "vitest";
import { API } from "#contract/paths.ts";
import { createFirstResponses } from "./first-responses.ts";

function visitOf(userId: string | null, ...calls: readonly string[]) {
  return createFirstResponses({
    userId,
    position: 7,
    answers: calls.map((call) => ({ call, position: 7, body: call })),
  });
}

describe("an answer that came with the page", () => {
  it("stands in for the first call of its address alone", () => {
    const answers = visitOf("marie", API.users, API.groups);
    expect(answers.take(`${API.users}?x`)).toBeUndefined();
    expect(answers.take(API.users)?.body).toBe(API.users);
    expect(answers.take(API.users)).toBeUndefined();
    expect(answers.calls()).toEqual([API.groups]);
  });

  it("is nobody else's: what is said to everybody is left when another user is signed in, or nobody", () => {
    for (const signedIn of ["paul", null]) {
      const answers = visitOf("marie", API.config, API.users, API.session);
      answers.keepFor(signedIn);
      expect(answers.calls()).toEqual([API.config]);
    }
  });

  it("stays while its own user is signed in", () => {
    const answers = visitOf("marie", API.config, API.users);
    answers.keepFor("marie");
    expect(answers.calls()).toEqual([API.config, API.users]);
  });
});
