import { describe, expect, test } from "vitest";
import { API } from "#contract/paths.ts";
import { serverForEachTest } from "#test/support/server/test-lifetimes.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { EITHER_ENGINE } from "#test/support/server/test-server.ts";

/** Failures that a network has in ten minutes, by any of these calls. */
const TRIES = 100;
const RESPONSE = { clientDataJSON: "x", authenticatorData: "x", signature: "x" };
const PASSKEY = { id: "a\0", rawId: "x", type: "public-key", response: RESPONSE };

describe.each(EITHER_ENGINE)("a malformed try counts like a wrong one: %s", (engine) => {
  const server = serverForEachTest(engine, { settings: { SHARING: "on" } });

  test.each([
    ["a passkey with an id that no database can store", API.passkeySignIn, { credential: PASSKEY }],
    ["a sign-in without a password", API.signIn, { email: "marie@example.org" }],
    ["a link that is too long", API.linkedEvent, { token: "x".repeat(2000) }],
    ["an answer by half a character", API.answerByLink, { token: "\ud800", status: "present" }],
  ])("%s", async (_, path, body) => {
    const stranger = server.client();
    for (let tried = 0; tried < TRIES; tried += 1) {
      const { status } = await stranger.post(path, body);
      expect([404, 422]).toContain(status);
    }
    expectProblem(await stranger.post(path, body), 429, "request.too_many");
  });
});
