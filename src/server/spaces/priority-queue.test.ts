import { expect, test } from "vitest";
import { createPriorityQueue, type Urgency } from "./priority-queue.ts";

test("people's tasks run in order of arrival, a few at once, and before background tasks", async () => {
  const gate = createPriorityQueue(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  let most = 0;
  let running = 0;
  const task = (urgency: Urgency, name: string) =>
    gate(urgency, async () => {
      begun.push(name);
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      running -= 1;
    });
  const all = [
    task("background", "due"),
    task("background", "due later"),
    task("person", "a"),
    task("person", "b"),
    task("person", "c"),
  ];
  for (const name of ["due", "a", "b", "c", "due later"]) {
    await expect.poll(() => ends.has(name)).toBe(true);
    ends.get(name)?.();
  }
  await Promise.all(all);
  expect(begun).toEqual(["due", "a", "b", "c", "due later"]);
  expect(most).toBe(2);
});

test("a failed task lets the next one in", async () => {
  const gate = createPriorityQueue(1);
  const failed = gate("person", () => Promise.reject(new Error("no")));
  const next = gate("background", () => Promise.resolve("done"));
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("done");
});
