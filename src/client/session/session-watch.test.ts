import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { UserRow } from "#contract/accounts/users.ts";
import { createListeners } from "../storage/listeners.ts";
import { CHECK_INTERVAL_MS, CLOCK_MARGIN_MS, nextCheckIn, watchSession } from "./session-watch.ts";
import type { CheckOutcome, SessionStore } from "./session.ts";

const CAMILLE: UserRow = {
  id: "camille",
  firstName: "Camille",
  lastName: "Perrin",
  positions: [],
  isAdmin: false,
  createdAt: "2026-11-01T10:00:00.000Z",
};
const VALID: CheckOutcome = { status: "valid", expiresAt: "2027-11-20T12:00:00.000Z" };

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00:00.000Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A watched session whose checks resolve with `outcomes` in turn; the last one repeats. */
function watch(user: UserRow | null, ...outcomes: CheckOutcome[]) {
  const listeners = createListeners();
  const page = Object.assign<EventTarget, { visibilityState: DocumentVisibilityState }>(new EventTarget(), {
    visibilityState: "visible",
  });
  let signedIn = user;
  let checks = 0;
  const session: Pick<SessionStore, "state" | "subscribe" | "check"> = {
    state: () => ({ user: signedIn, isEmailConfirmed: undefined, setAside: [], signOutReason: null }),
    subscribe: listeners.subscribe,
    async check() {
      checks += 1;
      const outcome = (outcomes.length > 1 ? outcomes.shift() : outcomes[0]) ?? VALID;
      return outcome;
    },
  };
  const stop = watchSession(session as SessionStore, { page, now: Date.now, random: () => 0 });
  return {
    stop,
    checks: () => checks,
    becomeUser: (next: UserRow | null) => {
      signedIn = next;
      listeners.notify();
    },
    setVisibility: (state: DocumentVisibilityState) => {
      page.visibilityState = state;
      page.dispatchEvent(new Event("visibilitychange"));
    },
  };
}

it("a restored session is checked at once, then at each tick", async () => {
  const { checks } = watch(CAMILLE, VALID);
  expect(checks()).toBe(1);
  await vi.advanceTimersByTimeAsync(2 * CHECK_INTERVAL_MS);
  expect(checks()).toBe(3);
});

it("nothing is asked while nobody is signed in", async () => {
  const { checks } = watch(null);
  await vi.advanceTimersByTimeAsync(2 * CHECK_INTERVAL_MS);
  expect(checks()).toBe(0);
});

it("a session that begins later is checked at its first tick", async () => {
  const { checks, becomeUser } = watch(null);
  becomeUser(CAMILLE);
  expect(checks()).toBe(0);
  await vi.advanceTimersByTimeAsync(CHECK_INTERVAL_MS);
  expect(checks()).toBe(1);
});

it("a check that reached nobody is tried again after 200, 400 and 800 ms, and the tick returns with the server", async () => {
  const silent: CheckOutcome = { status: "unreachable" };
  const { checks } = watch(CAMILLE, silent, silent, silent, VALID);
  for (const [wait, count] of [
    [199, 1],
    [1, 2],
    [399, 2],
    [1, 3],
    [800, 4],
    [CHECK_INTERVAL_MS - 1, 4],
    [1, 5],
  ] as const) {
    await vi.advanceTimersByTimeAsync(wait);
    expect(checks()).toBe(count);
  }
});

it("a hidden page asks nothing, and asks when it is looked at again", async () => {
  const { checks, setVisibility } = watch(CAMILLE, VALID);
  setVisibility("hidden");
  await vi.advanceTimersByTimeAsync(3 * CHECK_INTERVAL_MS);
  expect(checks()).toBe(1);
  setVisibility("visible");
  expect(checks()).toBe(2);
});

it("a person who left is not asked about any more", async () => {
  const { checks, becomeUser } = watch(CAMILLE, VALID);
  await vi.advanceTimersByTimeAsync(1);
  becomeUser(null);
  await vi.advanceTimersByTimeAsync(3 * CHECK_INTERVAL_MS);
  expect(checks()).toBe(1);
});

it("a watch that was stopped asks nothing", async () => {
  const { checks, stop } = watch(CAMILLE, VALID);
  stop();
  await vi.advanceTimersByTimeAsync(3 * CHECK_INTERVAL_MS);
  expect(checks()).toBe(1);
});

const EXPIRES_AT = "2026-11-20T12:00:00.000Z";
const END = Date.parse(EXPIRES_AT);

it("a session is checked every ten seconds from the clock margin on", () => {
  expect(nextCheckIn(EXPIRES_AT, END - CLOCK_MARGIN_MS - 11_000)).toBe(11_000);
  expect(nextCheckIn(EXPIRES_AT, END - CLOCK_MARGIN_MS)).toBe(10_000);
  expect(nextCheckIn(EXPIRES_AT, END + 1)).toBe(10_000);
});

it("a session that lasts is checked at the usual tick", () => {
  expect(nextCheckIn(EXPIRES_AT, END - 86_400_000)).toBe(CHECK_INTERVAL_MS);
  expect(nextCheckIn(null, END)).toBe(CHECK_INTERVAL_MS);
});

it("a session that ends before the next tick is checked at its margin", () => {
  expect(nextCheckIn(EXPIRES_AT, END - CLOCK_MARGIN_MS - 60_000)).toBe(60_000);
});

it("a device whose clock runs fast asks every ten seconds, not without a pause", () => {
  expect(nextCheckIn(EXPIRES_AT, END + 3_600_000)).toBe(10_000);
});
