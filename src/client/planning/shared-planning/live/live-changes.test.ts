import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BEAT_EVERY_MS } from "#contract/planning/planning-change.ts";
import { createTestStreams, type TestStreams } from "#test/support/planning/test-stream.ts";
import { lazySchema } from "../../../http/call-api.ts";
import { createLiveChanges, type LiveChanges, type LiveEvent } from "./change-stream.ts";

let streams: TestStreams;

beforeEach(() => {
  vi.useFakeTimers();
  streams = createTestStreams();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Tab {
  readonly live: LiveChanges;
  /** `ready 7`, `change 8`, `down`. */
  readonly received: readonly string[];
  readonly lateness: () => number;
  readonly show: () => void;
  readonly hide: () => void;
}

function openTab({ isVisible = true, start = null as number | null } = {}): Tab {
  const received: string[] = [];
  const visibility = new EventTarget();
  let isShown = isVisible;
  let lateness = 0;
  const { openEventSource, fetchIt } = streams;
  const live = createLiveChanges({
    start,
    visibility: {
      isVisible: () => isShown,
      subscribe(listener) {
        visibility.addEventListener("change", listener);
        return () => visibility.removeEventListener("change", listener);
      },
    },
    onLate: () => (lateness += 1),
    openEventSource,
    fetchIt,
    now: Date.now,
    random: () => 0,
  });
  const setShown = (next: boolean) => {
    isShown = next;
    visibility.dispatchEvent(new Event("change"));
  };
  live.subscribe((event) => received.push(textOf(event)));
  return { live, received, lateness: () => lateness, show: () => setShown(true), hide: () => setShown(false) };
}

function textOf(event: LiveEvent): string {
  return "position" in event ? `${event.type} ${event.position}` : event.type;
}

function change(position: number): void {
  streams.latest().deliver("change", position, { type: "group.deleted", groupId: String(position) });
}

function paths(): string[] {
  return streams.connections.map(({ path }) => path);
}

it("a hidden tab has no connection, and goes on after the last change as soon as it is visible", async () => {
  const tab = openTab();
  streams.latest().deliver("ready", 7);
  change(8);
  tab.hide();
  expect(streams.latest().readyState).toBe(2);
  tab.live.retryNow();
  await vi.advanceTimersByTimeAsync(3_600_000);
  tab.show();
  streams.latest().deliver("ready", 10);
  for (const position of [9, 10]) change(position);
  expect(paths()).toEqual(["/api/changes", "/api/changes?after=8"]);
  expect(tab.received).toEqual(["ready 7", "change 8", "change 9", "change 10"]);
});

it("a tab that opens hidden connects when it is looked at, from the position of its page", () => {
  const tab = openTab({ isVisible: false, start: 5 });
  expect(streams.connections).toEqual([]);
  tab.show();
  expect(paths()).toEqual(["/api/changes?after=5"]);
});

it("a tab that is looked at while the server is gone is told at once", () => {
  const tab = openTab();
  streams.latest().deliver("ready", 7);
  tab.hide();
  tab.show();
  streams.latest().break();
  expect(tab.received).toEqual(["ready 7", "down"]);
});

it("a state of the stream is told once", async () => {
  const tab = openTab();
  streams.latest().deliver("ready", 7);
  for (let failure = 0; failure < 3; failure += 1) {
    streams.latest().break();
    await vi.advanceTimersByTimeAsync(30_000);
  }
  streams.latest().deliver("ready", 7);
  expect(tab.received).toEqual(["ready 7", "down", "ready 7"]);
});

it("a listener is told nothing once it has left", () => {
  const { live } = openTab();
  const received: string[] = [];
  const stop = live.subscribe((event) => received.push(textOf(event)));
  streams.latest().deliver("ready", 7);
  change(8);
  stop();
  change(9);
  expect(received).toEqual(["ready 7", "change 8"]);
});

it("a refusal ends the stream for good", async () => {
  const tab = openTab();
  streams.latest().deliver("ready", 7);
  streams.answerWith(401, "session.required");
  // Its file must be there: a busy machine loads it later than the wait below lasts.
  await lazySchema("Problem")();
  streams.latest().refuse();
  await vi.waitFor(() => expect(tab.received).toContain("refused"));
  tab.live.retryNow();
  tab.hide();
  tab.show();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([tab.received, streams.connections.length]).toEqual([["ready 7", "refused"], 1]);
});

it("an overdue beat is told while somebody looks, and only then", async () => {
  const tab = openTab();
  streams.latest().deliver("ready", 7);
  await vi.advanceTimersByTimeAsync(1.5 * BEAT_EVERY_MS);
  expect(tab.lateness()).toBe(1);
  tab.hide();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(tab.lateness()).toBe(1);
  tab.show();
  streams.latest().deliver("beat");
  tab.live.close();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(tab.lateness()).toBe(1);
});
