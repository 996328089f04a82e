import { expect, test } from "vitest";
import { createLimiter } from "./limiter.ts";

test("no more run at one time than it has places, and all run in their order", async () => {
  const limiter = createLimiter(2);
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const started: number[] = [];
  const runs = gates.map(({ promise }, index) =>
    limiter.run(async () => {
      started.push(index);
      await promise;
      return index;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  gates[1]?.resolve();
  await runs[1];
  await new Promise(setImmediate);
  expect(started).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  expect(await Promise.all(runs)).toEqual([0, 1, 2, 3]);
});

test("a task that fails gives its place to the next", async () => {
  const limiter = createLimiter(1);
  await expect(limiter.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await limiter.run(() => Promise.resolve("yes"))).toBe("yes");
});

test("an endless queue is refused, to be tried again", async () => {
  const limiter = createLimiter(1);
  const gate = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 501 }, () => limiter.run(() => gate.promise));
  await expect(limiter.run(() => Promise.resolve())).rejects.toMatchObject({
    code: "server.unavailable",
    retryAfter: 5,
  });
  gate.resolve();
  await Promise.all(waiting);
});
