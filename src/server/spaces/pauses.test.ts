import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPauses } from "./pauses.ts";

const LONG_MS = 2;

function work(): void {
  const end = performance.now() + LONG_MS;
  while (performance.now() < end);
}

test("what comes meanwhile is done between two steps of a long work", async () => {
  const pause = createPauses();
  const order: string[] = [];
  async function openSpace(): Promise<void> {
    for (let step = 0; step < 3; step += 1) {
      work();
      await pause("background");
      order.push("step");
    }
  }
  const requests = (async () => {
    for (let request = 0; request < 3; request += 1) {
      await nextTurn();
      order.push("request");
    }
  })();
  await Promise.all([openSpace(), requests]);
  expect(order).toEqual(["request", "step", "request", "step", "request", "step"]);
});

test("work for which somebody waits goes on first, each of it in its order", async () => {
  const pause = createPauses();
  const order: string[] = [];
  work();
  const waits = (["background", "person", "background", "person"] as const).map(async (urgency, index) => {
    await pause(urgency);
    order.push(`${urgency} ${index}`);
  });
  await Promise.all(waits);
  expect(order).toEqual(["person 1", "person 3", "background 0", "background 2"]);
});

test("a short work is not interrupted", () => {
  expect(createPauses()("person")).toBeUndefined();
});
