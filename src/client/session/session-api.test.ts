import { expect, it } from "vitest";
import { ApiError } from "../http/call-api.ts";
import { createSessionEnding } from "./session-api.ts";

/** The sign-out of a tab whose server is unreachable. Waits end when `passTime` is called. */
function signOutUnreachably() {
  let calls = 0;
  const waits: (() => void)[] = [];
  const listeners: (() => void)[] = [];
  const ending = createSessionEnding({
    api: {
      signOut() {
        calls += 1;
        return Promise.reject(new ApiError({ code: "server.unreachable" }));
      },
    },
    otherTabs: { onSignIn: (listener) => listeners.push(listener) },
    wait: () => new Promise((resolve) => waits.push(resolve)),
    random: () => 0,
  });
  return {
    ending,
    calls: () => calls,
    signInElsewhere: () => listeners.forEach((listener) => listener()),
    passTime: async () => {
      for (const end of waits.splice(0)) end();
      await new Promise(setImmediate);
    },
  };
}

it("calls the server again until it responds", async () => {
  const { ending, calls, passTime } = signOutUnreachably();
  await ending.begin();
  await passTime();
  await passTime();
  expect(calls()).toBe(3);
});

it("gives up a call that is under way when another tab signs in", async () => {
  const signal = Promise.withResolvers<AbortSignal>();
  const listeners: (() => void)[] = [];
  const ending = createSessionEnding({
    api: {
      signOut: (ownSignal?: AbortSignal) =>
        new Promise((_, reject) => {
          if (ownSignal) signal.resolve(ownSignal);
          ownSignal?.addEventListener("abort", () => reject(ownSignal.reason as Error));
        }),
    },
    otherTabs: { onSignIn: (listener) => listeners.push(listener) },
    wait: () => new Promise(() => undefined),
    random: () => 0,
  });
  const ended = ending.begin();
  const { aborted } = await signal.promise;
  expect(aborted).toBe(false);
  for (const listener of listeners) listener();
  await ended;
  expect((await signal.promise).aborted).toBe(true);
});

it("calls no more once another tab signed in: the call would end that session", async () => {
  const { ending, calls, passTime, signInElsewhere } = signOutUnreachably();
  await ending.begin();
  signInElsewhere();
  await passTime();
  expect(calls()).toBe(1);
});
