import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BEAT_EVERY_MS } from "#contract/planning/planning-change.ts";
import { createTestStreams, type TestStreams } from "#test/support/planning/test-stream.ts";
import { type ChangeStream, followChanges, type LiveEvent, SILENCE_MS } from "./change-stream.ts";

const RENAMED = { type: "group.renamed", groupId: "1", name: "Louange" } as const;

let streams: TestStreams;
let received: LiveEvent[];
let beats: number;

beforeEach(() => {
  vi.useFakeTimers();
  streams = createTestStreams();
  received = [];
  beats = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function follow(after: number | null = null): ChangeStream {
  const { openEventSource, fetchIt } = streams;
  const stream = followChanges(
    after,
    { openEventSource, fetchIt, now: Date.now, random: () => 0 },
    { onEvent: (each) => received.push(each), onBeat: () => (beats += 1) },
  );
  stream.retryNow();
  return stream;
}

function types(): string[] {
  return received.map(({ type }) => type);
}

function paths(): string[] {
  return streams.connections.map(({ path }) => path);
}

/** Breaks a connection that lasted long enough to count as good. */
async function breakGood(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1_000);
  streams.latest().break();
}

/** Milliseconds until the next connection is opened. */
async function waitForNext(): Promise<number> {
  const count = streams.connections.length;
  const start = Date.now();
  while (streams.connections.length === count) await vi.advanceTimersToNextTimerAsync();
  return Date.now() - start;
}

describe("a stream", () => {
  it("starts from now on, and goes on after the last change it heard", async () => {
    follow();
    streams.latest().deliver("ready", 7);
    streams.latest().deliver("change", 8, RENAMED);
    await breakGood();
    await waitForNext();
    expect(paths()).toEqual(["/api/changes", "/api/changes?after=8"]);
    expect(received).toEqual([
      { type: "ready", position: 7 },
      { type: "change", position: 8, change: RENAMED },
    ]);
  });

  it("goes on from where it was when it breaks before what it had missed has come", async () => {
    follow(5);
    streams.latest().deliver("ready", 8);
    streams.latest().deliver("change", 6, RENAMED);
    await breakGood();
    await waitForNext();
    expect(paths()).toEqual(["/api/changes?after=5", "/api/changes?after=6"]);
  });

  it("never goes back, when a change comes twice, and tells it once", async () => {
    follow(5);
    for (const position of [6, 7, 6]) streams.latest().deliver("change", position, RENAMED);
    streams.latest().break();
    await waitForNext();
    expect(streams.latest().path).toBe("/api/changes?after=7");
    expect(received.map((event) => "position" in event && event.position)).toEqual([6, 7, false]);
  });

  it("that is paused connects to nobody, until it goes on after the last change it heard", async () => {
    const stream = follow(5);
    streams.latest().deliver("ready", 5);
    streams.latest().deliver("change", 6, RENAMED);
    stream.pause();
    await vi.advanceTimersByTimeAsync(600_000);
    expect([paths(), streams.latest().readyState]).toEqual([["/api/changes?after=5"], 2]);
    stream.retryNow();
    expect(streams.latest().path).toBe("/api/changes?after=6");
  });

  it.each(["waiting", "asking"])("that is paused while it is %s stays paused", async (phase) => {
    const stream = follow(5);
    if (phase === "waiting") streams.latest().break();
    else streams.latest().refuse();
    stream.pause();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(streams.connections).toHaveLength(1);
  });

  it("that is closed hears nothing, and never connects again", async () => {
    const stream = follow();
    stream.close();
    streams.latest().deliver("ready", 7);
    stream.retryNow();
    await vi.advanceTimersByTimeAsync(600_000);
    expect([received, streams.connections.length]).toEqual([[], 1]);
  });
});

describe("a connection that breaks", () => {
  it("after a while is not told when the next one succeeds", async () => {
    follow();
    streams.latest().deliver("ready", 7);
    await breakGood();
    expect(await waitForNext()).toBe(200);
    streams.latest().deliver("ready", 7);
    expect(types()).toEqual(["ready", "ready"]);
  });

  it("is told once the next one fails, and tried again after 200 ms, doubling up to half a minute", async () => {
    follow();
    streams.latest().deliver("ready", 7);
    await vi.advanceTimersByTimeAsync(1_000);
    const waits: number[] = [];
    for (let failure = 0; failure < 10; failure += 1) {
      streams.latest().break();
      waits.push(await waitForNext());
    }
    expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
    expect(types()).toEqual(["ready", ...Array(9).fill("down")]);
  });

  it("is tried at once when something else reached the server", async () => {
    const stream = follow();
    streams.latest().break();
    stream.retryNow();
    expect(streams.connections).toHaveLength(2);
    stream.retryNow();
    expect(streams.connections).toHaveLength(2);
  });

  it("right after it was let in is told, and the waits go on growing until one lasts", async () => {
    follow();
    const waits: number[] = [];
    for (const lasting of [0, 0, 999, 1_000]) {
      streams.latest().deliver("ready", 7);
      await vi.advanceTimersByTimeAsync(lasting);
      streams.latest().break();
      waits.push(await waitForNext());
    }
    expect(waits).toEqual([200, 400, 800, 200]);
    expect(types()).toEqual(["ready", "down", "ready", "down", "ready", "down", "ready"]);
  });
});

describe("a server that answers something else", () => {
  it.each([502, 503, 404, 429, 500])("such as %i is tried again", async (status) => {
    streams.answerWith(status);
    follow(5);
    streams.latest().refuse();
    await waitForNext();
    expect([types(), paths(), streams.calls]).toEqual([
      ["down"],
      Array(2).fill("/api/changes?after=5"),
      ["/api/changes?after=5"],
    ]);
  });

  it("and lets in a moment later is tried again", async () => {
    streams.answerWith(200);
    follow();
    streams.latest().refuse();
    await waitForNext();
    expect(streams.connections).toHaveLength(2);
  });

  it.each([
    [401, "session.required"],
    [403, "request.forbidden"],
    [409, "planning.not_shared"],
  ] as const)("namely %i is not asked again", async (status, code) => {
    streams.answerWith(status, code);
    const stream = follow();
    streams.latest().refuse();
    await vi.advanceTimersByTimeAsync(600_000);
    stream.retryNow();
    expect([types(), streams.connections.length]).toEqual([["refused"], 1]);
  });

  it("that it does not know the position is followed from now on, and everything is read again", async () => {
    streams.answerWith(422, "position.unknown");
    follow(50);
    streams.latest().refuse();
    await vi.advanceTimersByTimeAsync(0);
    streams.latest().deliver("ready", 3);
    expect(paths()).toEqual(["/api/changes?after=50", "/api/changes"]);
    expect(received).toEqual([
      { type: "reload", position: 3 },
      { type: "ready", position: 3 },
    ]);
  });

  it("is left alone once the stream was closed", async () => {
    const stream = follow();
    streams.latest().refuse();
    stream.close();
    await vi.advanceTimersByTimeAsync(600_000);
    expect([types(), streams.connections.length]).toEqual([[], 1]);
  });
});

describe("silence", () => {
  it("of a connection ends it, and beats keep it", async () => {
    follow();
    streams.latest().deliver("ready", 7);
    for (let beat = 0; beat < 10; beat += 1) {
      await vi.advanceTimersByTimeAsync(BEAT_EVERY_MS);
      streams.latest().deliver("beat");
    }
    expect(streams.connections).toHaveLength(1);
    expect(await waitForNext()).toBe(SILENCE_MS + 200);
    expect([beats, streams.connections[0]?.readyState]).toEqual([10, 2]);
  });

  it("of a server that lets in without a word is told after ten seconds", async () => {
    follow();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(types()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(types()).toEqual(["down"]);
  });

  it("while the machine slept is noticed when the page is looked at again", () => {
    const stream = follow();
    streams.latest().deliver("ready", 7);
    stream.retryNow();
    expect(streams.connections).toHaveLength(1);
    vi.setSystemTime(Date.now() + 3_600_000);
    stream.retryNow();
    expect(streams.connections).toHaveLength(2);
  });
});

describe("everything is read again", () => {
  it("when the server no longer knows what was missed", () => {
    follow(5);
    streams.latest().deliver("reset", 900);
    expect(received).toEqual([
      { type: "reload", position: 900 },
      { type: "ready", position: 900 },
    ]);
  });

  it.each([
    ["when more has changed than one change says", "reload", "{}"],
    ["when a change cannot be read", "change", "{oops"],
    ["when a change is of a kind that this page does not know", "change", '{"type":"group.painted"}'],
  ] as const)("%s", async (_, name, data) => {
    follow(5);
    streams.latest().deliver("ready", 5);
    streams.latest().deliver(name, 6, data);
    await breakGood();
    await waitForNext();
    expect(received.at(-1)).toEqual({ type: "reload", position: 6 });
    expect(streams.latest().path).toBe("/api/changes?after=6");
  });

  it("but a message without a position is no message: the connection is made anew", async () => {
    follow(5);
    streams.latest().deliver("ready", 5);
    streams.latest().deliver("change", "six", RENAMED);
    await waitForNext();
    expect([types(), paths()]).toEqual([["ready", "down"], Array(2).fill("/api/changes?after=5")]);
  });
});
