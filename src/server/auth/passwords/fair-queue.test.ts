import { expect, test } from "vitest";
import { createFairQueue, type Caller } from "./fair-queue.ts";

const HERE: Caller = { network: "192.0.2.1", account: "marie" };

/** Lets each of `callers` wait behind a task that holds the only slot. @returns the order in which they ran */
async function orderOf(callers: readonly Caller[]): Promise<string[]> {
  const queue = createFairQueue(1);
  const gate = Promise.withResolvers<void>();
  const holding = queue.run({ network: "holder", account: "holder" }, () => gate.promise);
  const order: string[] = [];
  const runs = callers.map((caller) =>
    queue.run(caller, () => Promise.resolve(order.push(`${caller.account}@${caller.network}`))),
  );
  gate.resolve();
  await Promise.all([holding, ...runs]);
  return order;
}

test("no more run at one time than it has places, and all of one account run in their order", async () => {
  const queue = createFairQueue(2);
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const started: number[] = [];
  const runs = gates.map(({ promise }, index) =>
    queue.run(HERE, async () => {
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

test("the accounts of one network take turns: who asked once does not wait for who asked ten times", async () => {
  const crowd = Array.from({ length: 10 }, () => ({ network: "n", account: "crowd" }));
  const order = await orderOf([...crowd, { network: "n", account: "alice" }, { network: "n", account: "bob" }]);
  expect(order.slice(0, 4)).toEqual(["crowd@n", "alice@n", "bob@n", "crowd@n"]);
  expect(order).toHaveLength(12);
});

test("networks take turns, however many accounts one of them uses", async () => {
  const crowd = Array.from({ length: 10 }, (_, number) => ({ network: "n", account: `crowd-${number}` }));
  const order = await orderOf([...crowd, { network: "m", account: "alice" }, { network: "m", account: "bob" }]);
  expect(order.slice(0, 5)).toEqual(["crowd-0@n", "alice@m", "crowd-1@n", "bob@m", "crowd-2@n"]);
});

test("a task that fails gives its place to the next", async () => {
  const queue = createFairQueue(1);
  await expect(queue.run(HERE, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await queue.run(HERE, () => Promise.resolve("yes"))).toBe("yes");
});

/** Fills the only slot and one place for each of `callers`. @returns how further callers can come */
function fill(callers: readonly Caller[]) {
  const queue = createFairQueue(1);
  const gate = Promise.withResolvers<void>();
  const waiting = [HERE, ...callers].map((caller) => queue.run(caller, () => gate.promise));
  return {
    come: (caller: Caller) => queue.run(caller, () => Promise.resolve("served")),
    end: async () => {
      gate.resolve();
      await Promise.all(waiting);
    },
  };
}

const TO_COME_BACK = { code: "request.too_many", retryAfter: 5 };

test("an account has 64 waiting at most, from all networks together, and others are still served", async () => {
  const { come, end } = fill(Array.from({ length: 64 }, (_, number) => ({ network: `n-${number}`, account: "crowd" })));
  await expect(come({ network: "another", account: "crowd" })).rejects.toMatchObject(TO_COME_BACK);
  const other = come({ network: "another", account: "alice" });
  await end();
  expect(await other).toBe("served");
});

test("a network has 250 waiting at most, and others are still served", async () => {
  const { come, end } = fill(Array.from({ length: 250 }, (_, number) => ({ network: "n", account: `a-${number}` })));
  await expect(come({ network: "n", account: "alice" })).rejects.toMatchObject(TO_COME_BACK);
  const other = come({ network: "another", account: "alice" });
  await end();
  expect(await other).toBe("served");
});

test("an endless queue is refused, to be tried again", async () => {
  const { come, end } = fill(
    Array.from({ length: 500 }, (_, number) => ({ network: `n-${number % 5}`, account: `a-${number}` })),
  );
  await expect(come({ network: "another", account: "alice" })).rejects.toMatchObject({
    code: "server.unavailable",
    retryAfter: 5,
  });
  await end();
});
