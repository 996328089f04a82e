import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SILENCE_MS } from "./change-stream.ts";
import { createLiveChanges, type LiveChangesEnvironment } from "./live-changes.ts";
import type { LiveChanges, LiveEvent } from "./live-event.ts";
import { createTestStreams, type TestStreams } from "#test/support/planning/test-stream.ts";

let streams: TestStreams;
let userId: string;
let opened: Tab[];

beforeEach(() => {
  // Locks and channels are Node's own: fake timers do not affect them.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  streams = createTestStreams();
  userId = crypto.randomUUID();
  opened = [];
});
afterEach(() => {
  for (const { live } of opened) live.close();
  vi.useRealTimers();
});

interface Tab {
  readonly live: LiveChanges;
  /** `ready 7`, `change 8`, `down`. */
  readonly received: readonly string[];
  /** The user returns to the tab. */
  readonly returnToPage: () => void;
  /** From now on the tab sends nothing to the others. */
  readonly freeze: () => void;
}

function openTab(environment: Partial<LiveChangesEnvironment> = {}): Tab {
  const received: string[] = [];
  let isFrozen = false;
  let returnToPage = (): void => undefined;
  const { openEventSource, fetchIt } = streams;
  const live = createLiveChanges({
    userId,
    locks: navigator.locks,
    openChannel(name) {
      const channel = new BroadcastChannel(name);
      const post = channel.postMessage.bind(channel);
      return Object.assign(channel, {
        postMessage: (message: unknown) => {
          if (!isFrozen) post(message);
        },
      });
    },
    onReturn(listener) {
      returnToPage = listener;
      return () => (returnToPage = () => undefined);
    },
    openEventSource,
    fetchIt,
    now: Date.now,
    random: () => 0,
    ...environment,
  });
  live.subscribe((event) => received.push(textOf(event)));
  const tab: Tab = { live, received, returnToPage: () => returnToPage(), freeze: () => (isFrozen = true) };
  opened.push(tab);
  return tab;
}

function textOf(event: LiveEvent): string {
  return "position" in event ? `${event.type} ${event.position}` : event.type;
}

/** Waits until the tabs have exchanged the messages that the test expects. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

function connected(count: number): Promise<void> {
  return until(() => streams.connections.length === count);
}

function hasReceived({ received }: Tab, ...texts: readonly string[]): Promise<void> {
  return until(() => received.join() === texts.join());
}

/** Sends a change to the tab that holds the stream. */
function change(position: number): void {
  streams.latest().deliver("change", position, { type: "group.deleted", groupId: String(position) });
}

/** Two tabs, the first of which holds the stream; both have received `ready 7`. */
async function openTwo(): Promise<readonly [Tab, Tab]> {
  const first = openTab();
  await connected(1);
  const second = openTab();
  streams.latest().deliver("ready", 7);
  await hasReceived(second, "ready 7");
  return [first, second];
}

it("one tab connects, and all hear the same", async () => {
  const [first, second] = await openTwo();
  const third = openTab();
  await hasReceived(third, "ready 7");
  change(8);
  for (const tab of [first, second, third]) await hasReceived(tab, "ready 7", "change 8");
  expect(streams.connections).toHaveLength(1);
});

it("a tab that joins is told how the stream stands by now", async () => {
  const first = openTab();
  await connected(1);
  streams.latest().deliver("ready", 7);
  change(8);
  await hasReceived(openTab(), "ready 8");
  streams.latest().break();
  await vi.advanceTimersByTimeAsync(200);
  streams.latest().break();
  await hasReceived(first, "ready 7", "change 8", "down");
  await hasReceived(openTab(), "down");
});

it("whoever subscribes later is told the latest position at once", async () => {
  const [, second] = await openTwo();
  change(8);
  await hasReceived(second, "ready 7", "change 8");
  const received: LiveEvent[] = [];
  second.live.subscribe((event) => received.push(event));
  expect(received).toEqual([{ type: "ready", position: 8 }]);
});

it("who made a change is told from tab to tab", async () => {
  const [, second] = await openTwo();
  const received: LiveEvent[] = [];
  second.live.subscribe((event) => received.push(event));
  const deleted = { type: "group.deleted", groupId: "2" } as const;
  streams.latest().deliver("change", 8, { ...deleted, by: "camille" });
  await hasReceived(second, "ready 7", "change 8");
  expect(received).toContainEqual({ type: "change", position: 8, change: deleted, by: "camille" });
});

it("whoever has unsubscribed hears nothing more", async () => {
  const [first, second] = await openTwo();
  const received: LiveEvent[] = [];
  first.live.subscribe((event) => received.push(event))();
  change(8);
  await hasReceived(second, "ready 7", "change 8");
  expect(received).toEqual([{ type: "ready", position: 7 }]);
});

it("another tab goes on after the last change when the one with the stream closes: no gap, and nothing twice", async () => {
  const [first, second] = await openTwo();
  const third = openTab();
  await hasReceived(third, "ready 7");
  change(8);
  await hasReceived(third, "ready 7", "change 8");
  first.live.close();
  await connected(2);
  expect([streams.latest().path, streams.connections[0]?.readyState]).toEqual(["/api/changes?after=8", 2]);
  streams.latest().deliver("ready", 10);
  for (const position of [8, 9, 10]) change(position);
  for (const tab of [second, third]) await hasReceived(tab, "ready 7", "change 8", "change 9", "change 10");
});

it("a tab that takes over without having heard a position has the others read again what they missed", async () => {
  const first = openTab();
  await connected(1);
  const deaf = openTab({
    openChannel: (name) => Object.assign(new BroadcastChannel(name), { addEventListener: () => undefined }),
  });
  const third = openTab();
  streams.latest().deliver("ready", 7);
  await hasReceived(third, "ready 7");
  first.live.close();
  await connected(2);
  expect(streams.latest().path).toBe("/api/changes");
  streams.latest().deliver("ready", 9);
  change(10);
  await hasReceived(third, "ready 7", "reload 9", "change 10");
  expect(deaf.received).toEqual(["ready 9", "change 10"]);
});

it("a tab that was frozen with the stream loses it to one that runs", async () => {
  const [first, second] = await openTwo();
  first.freeze();
  change(8);
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
  streams.latest().deliver("beat");
  await vi.advanceTimersByTimeAsync(5_001);
  await connected(2);
  expect(streams.latest().path).toBe("/api/changes?after=7");
  streams.latest().deliver("ready", 8);
  change(8);
  await hasReceived(second, "ready 7", "change 8");
  await until(() => streams.connections[0]?.readyState === 2);
  change(9);
  await hasReceived(first, "ready 7", "change 8", "change 9");
});

it("what another tab still says does not count where the stream itself is heard", async () => {
  const [first, second] = await openTwo();
  const frozen = new BroadcastChannel(`diapason.live.${userId}`);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  frozen.postMessage({ type: "told", event: { type: "down" }, after: 7 });
  await hasReceived(second, "ready 7", "down");
  frozen.close();
  change(8);
  await hasReceived(first, "ready 7", "change 8");
});

it("beats of the stream keep the other tabs from taking it", async () => {
  const [, second] = await openTwo();
  for (let beat = 0; beat < 8; beat += 1) {
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
    streams.latest().deliver("beat");
    change(8 + beat);
    await until(() => second.received.at(-1) === `change ${8 + beat}`);
  }
  expect(streams.connections).toHaveLength(1);
});

it("a tab to which somebody returns has the one with the stream try at once", async () => {
  const [first, second] = await openTwo();
  streams.latest().break();
  second.returnToPage();
  await connected(2);
  streams.latest().break();
  await hasReceived(first, "ready 7", "down");
  second.live.retryNow();
  await connected(3);
  streams.latest().break();
  first.returnToPage();
  expect(streams.connections).toHaveLength(4);
});

it("a refusal ends the stream of one tab after the other: each is refused in its turn, and never asks again", async () => {
  const tabs = await openTwo();
  streams.answerWith(401, "session.required");
  for (const [index, tab] of tabs.entries()) {
    await connected(index + 1);
    streams.latest().refuse();
    await hasReceived(tab, "ready 7", "refused");
    tab.live.retryNow();
    tab.returnToPage();
  }
  await vi.advanceTimersByTimeAsync(600_000);
  expect(streams.connections).toHaveLength(2);
});

it("tabs of different people share nothing", async () => {
  const [first] = await openTwo();
  const other = openTab({ userId: crypto.randomUUID() });
  await connected(2);
  streams.latest().deliver("ready", 20);
  await hasReceived(other, "ready 20");
  change(21);
  await hasReceived(other, "ready 20", "change 21");
  expect(first.received).toEqual(["ready 7"]);
});

it("what another version of the page says is passed over, and what it made missed is read again", async () => {
  const [, second] = await openTwo();
  const channel = new BroadcastChannel(`diapason.live.${userId}`);
  const deleted = { type: "group.deleted", groupId: "1" };
  for (const message of [
    "hello",
    null,
    { type: "painted" },
    { type: "told", event: { type: "change", position: 8, change: { type: "group.painted" } }, after: 7 },
    { type: "told", event: { type: "change", position: 9, change: deleted }, after: 8 },
  ]) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
    channel.postMessage(message);
  }
  await hasReceived(second, "ready 7", "reload 9");
  channel.close();
});

const refusingLocks = { request: () => Promise.reject(new DOMException("blocked", "SecurityError")) };

it.each<[string, Partial<LiveChangesEnvironment>]>([
  ["knows no locks", { locks: undefined }],
  ["refuses locks", { locks: refusingLocks }],
  [
    "refuses channels",
    {
      openChannel: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    },
  ],
])("each tab has its own stream where the browser %s", async (_, environment) => {
  const tabs = [openTab(environment), openTab(environment)];
  await connected(2);
  for (const connection of streams.connections) connection.deliver("ready", 7);
  for (const tab of tabs) await hasReceived(tab, "ready 7");
  for (const { live } of tabs) live.close();
  expect(streams.connections.map(({ readyState }) => readyState)).toEqual([2, 2]);
});
