import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createListeners } from "../../../storage/listeners.ts";
import { createServerContact, PROBE_EVERY_MS, watchServer } from "./server-contact.ts";

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * A page with an open stream. `isThere`: whether the server answers. `isDown`: what the browser reports about the
 * network.
 */
function openPage(isDown = false) {
  const [lateness, loss] = [createListeners(), createListeners()];
  const contact = createServerContact({ wait, random: () => 0 });
  const state = { isThere: true, isDown, probes: 0, reported: [] as boolean[] };
  contact.subscribe(() => state.reported.push(contact.isOnline()));
  const stop = watchServer({
    contact,
    probe: () => {
      state.probes += 1;
      return Promise.resolve(state.isThere);
    },
    wait,
    subscribeToLateness: lateness.subscribe,
    network: { isDown: () => state.isDown, subscribeToLoss: loss.subscribe },
  });
  return { contact, state, stop, beLate: lateness.notify, loseNetwork: loss.notify };
}

it("believes a lost network at once, and probes until the server answers", async () => {
  const { contact, state, loseNetwork } = openPage();
  Object.assign(state, { isThere: false, isDown: true });
  loseNetwork();
  expect(contact.isOnline()).toBe(false);
  await vi.advanceTimersByTimeAsync(3 * PROBE_EVERY_MS);
  expect([contact.isOnline(), state.probes]).toEqual([false, 4]);
  Object.assign(state, { isThere: true, isDown: false });
  await vi.advanceTimersByTimeAsync(PROBE_EVERY_MS);
  expect(state.reported).toEqual([false, true]);
});

it("believes the server more than a browser that is wrong about its network", async () => {
  const { state, loseNetwork } = openPage();
  loseNetwork();
  await vi.advanceTimersByTimeAsync(0);
  expect(state.reported).toEqual([false, true]);
});

it("asks the server when the stream is late, and is offline only where the server is silent too", async () => {
  const { state, beLate } = openPage();
  beLate();
  await vi.advanceTimersByTimeAsync(0);
  expect([state.probes, state.reported]).toEqual([1, []]);
  state.isThere = false;
  beLate();
  await vi.advanceTimersByTimeAsync(0);
  expect(state.reported).toEqual([false]);
});

it("tries again at once when something gives reason to", async () => {
  const { contact, state } = openPage();
  state.isThere = false;
  contact.recordSilence();
  await vi.advanceTimersByTimeAsync(0);
  state.isThere = true;
  contact.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(contact.isOnline()).toBe(true);
});

it("does not take an answer that was on its way for a network that is back", async () => {
  const { contact, state, loseNetwork } = openPage();
  Object.assign(state, { isThere: false, isDown: true });
  loseNetwork();
  await vi.advanceTimersByTimeAsync(0);
  contact.recordResponse();
  await vi.advanceTimersByTimeAsync(PROBE_EVERY_MS);
  expect(contact.isOnline()).toBe(false);
});

it("a page that opens without a network is offline from the first", () => {
  expect(openPage(true).contact.isOnline()).toBe(false);
});

it("asks nothing any more once it is stopped", async () => {
  const { contact, state, stop } = openPage();
  state.isThere = false;
  contact.recordSilence();
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(10 * PROBE_EVERY_MS);
  expect(state.probes).toBe(1);
});
