import { beforeEach, describe, expect, test } from "vitest";
import { serverForEachTest } from "#test/support/server/test-lifetimes.ts";
import { EITHER_ENGINE, MARIE, register } from "#test/support/server/test-server.ts";
import { hashing } from "./passwords.ts";

const SIGN_IN = "/api/auth/sign-in/email";
const ALICE = { ...MARIE, email: "alice@example.org" };
const CROWD = 200;
/** More than there are slots on any machine. */
const SLOTS = 64;

describe.each(EITHER_ENGINE)("two hundred right sign-ins of one account at one time on %s", (engine) => {
  const server = serverForEachTest(engine);

  beforeEach(async () => {
    await register(server);
    await register(server, ALICE);
  });

  test("keep no neighbour waiting behind them, are bounded, and say when to come back", async () => {
    const gate = Promise.withResolvers<void>();
    const held = Array.from({ length: SLOTS }, () => hashing.run(CALLER, () => gate.promise));
    const before = hashing.waiting();
    const order: string[] = [];
    const crowd = Array.from({ length: CROWD }, async () => {
      const answer = await server.client().post(SIGN_IN, MARIE);
      if (answer.status === 200) order.push("crowd");
      return answer;
    });
    await expect.poll(() => hashing.waiting()).toBeGreaterThanOrEqual(before + 64);
    const neighbour = server.client().post(SIGN_IN, ALICE);
    await expect.poll(() => hashing.waiting()).toBeGreaterThan(before + 64);
    gate.resolve();
    expect((await neighbour).status).toBe(200);
    // One call of the crowd ran first, and a few may have run in other slots.
    expect(order.length).toBeLessThan(20);
    const answers = await Promise.all(crowd);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(CROWD);
    expect(refused.length).toBeGreaterThanOrEqual(CROWD - 64);
    expect(refused.every(({ headers }) => Number(headers["retry-after"]) > 0)).toBe(true);
    await Promise.all(held);
  });

  test("count, right as they are: the sixty-first within ten minutes is refused", async () => {
    const statuses = [];
    for (let count = 0; count < 61; count += 1) {
      statuses.push((await server.client().post(SIGN_IN, MARIE)).status);
    }
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
    expect((await server.client().post(SIGN_IN, ALICE)).status).toBe(200);
  });
});

const CALLER = { network: "test", account: "test" };
