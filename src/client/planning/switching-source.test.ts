import { describe, expect, it } from "vitest";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { EMPTY_PLANNING, SEED_GROUPS } from "#domain/planning/planning.ts";
import { createBrowserProfile } from "#test/support/process/browser-profile.ts";
import { createListeners } from "../storage/listeners.ts";
import { createLocalSource } from "./local/local-source.ts";
import { describePlanningSource } from "./planning-source.suite.ts";
import type { UnstoredHandle, DisposableSource, PlanningNeed, PlanningSnapshot } from "./planning-source.ts";
import type { Sharing } from "./sharing.ts";
import { createSwitchingSource } from "./switching-source.ts";

const EVENT_NEED: PlanningNeed = { type: "event", eventId: "culte" };
const GROUP_NEED: PlanningNeed = { type: "group", groupId: "1" };
const CREATED: PlanningChange = { type: "group.created", group: { id: "9", name: "Chorale" } };

/** A value with listeners that the test can change. */
function createValue<Value>(initial: Value) {
  const { subscribe, notify } = createListeners();
  let value = initial;
  return {
    get: () => value,
    subscribe,
    set(next: Value) {
      value = next;
      notify();
    },
  };
}

/** A source that records its calls, and shows its owner as the name of its only group. */
function createRecordingSource(owner: string, status: PlanningSnapshot["status"] = "ready") {
  const log: string[] = [];
  const { subscribe, notify } = createListeners();
  let snapshot: PlanningSnapshot = {
    status,
    planning: { ...EMPTY_PLANNING, groups: [{ id: "1", name: owner }] },
    setAside: [],
    connection: null,
    lateRefusals: [],
  };
  const source: DisposableSource = {
    snapshot: () => snapshot,
    subscribe,
    need(need) {
      log.push(`need ${need.type}`);
      return () => log.push(`no need ${need.type}`);
    },
    statusOf: () => "ready",
    eventCount: () => 7,
    dismiss: (id) => void log.push(`dismiss ${id}`),
    async submit(change) {
      log.push(`submit ${change.type}`);
      return { status: "done" };
    },
    async applyPersonChange(change) {
      log.push(`applyPersonChange ${change.type}`);
      return { status: "done" };
    },
    dispose: () => void log.push("dispose"),
  };
  return {
    source,
    log,
    rename(name: string) {
      snapshot = { ...snapshot, status: "ready", planning: { ...snapshot.planning, groups: [{ id: "1", name }] } };
      notify();
    },
  };
}

type Recorded = ReturnType<typeof createRecordingSource>;

interface Situation {
  readonly state?: ReturnType<Sharing["state"]>;
  readonly userId?: string | null;
  /** Results of loading the shared part, one after another; the last one repeats. */
  readonly loads?: (() => Promise<void>)[];
  /** Whose planning came with the page. */
  readonly visitor?: string | null;
  readonly painted?: Promise<void>;
  readonly keepUnstored?: (userId: string, change: PlanningChange) => UnstoredHandle;
  /** Of the sources when they are opened. */
  readonly status?: PlanningSnapshot["status"];
}

/** Nothing came with the page. */
const NO_VISIT = { firstView: () => Promise.resolve(null), painted: () => Promise.resolve() };
const keepNothing = () => ({ id: "1", markStored: () => undefined });

function createSituation({
  state = "unknown",
  userId = "camille",
  loads = [async () => undefined],
  visitor = null,
  painted = Promise.resolve(),
  status = "ready",
  keepUnstored = keepNothing,
}: Situation = {}) {
  const sharing = createValue(state);
  const person = createValue(userId);
  const opened: Recorded[] = [];
  const waits: number[] = [];
  function open(owner: string): DisposableSource {
    const recorded = createRecordingSource(owner, status);
    opened.push(recorded);
    return recorded.source;
  }
  const source = createSwitchingSource({
    sharing: { state: sharing.get, subscribe: sharing.subscribe },
    person: { id: person.get, subscribe: person.subscribe },
    firstView: async (id) => (id === visitor ? createRecordingSource(`${id}'s page`).source : null),
    painted: () => painted,
    keepUnstored,
    async load(wanted) {
      if (wanted.userId === null) return () => open("local");
      const id = wanted.userId;
      await (loads.length > 1 ? loads.shift() : loads[0])?.();
      return () => open(id);
    },
    async wait(milliseconds) {
      waits.push(milliseconds);
    },
    random: () => 0,
  });
  return { source, sharing, person, opened, waits };
}

/** The owner of the planning that the source shows; `null` if it shows none. */
function shownOwner({ source }: Pick<ReturnType<typeof createSituation>, "source">): string | null {
  const { status, planning } = source.snapshot();
  return status === "ready" ? (planning.groups[0]?.name ?? "") : null;
}

/** Lets pending promises resolve. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

describePlanningSource("SwitchingSource", (groups) => {
  const profile = createBrowserProfile({ groups: JSON.stringify(groups) });
  function openTab() {
    const device = { ...profile.openTab(), now: () => 0, wait: () => Promise.resolve() };
    return createSwitchingSource({
      sharing: { state: () => "local", subscribe: () => () => undefined },
      person: { id: () => "camille", subscribe: () => () => undefined },
      load: async () => () => createLocalSource(device),
      ...NO_VISIT,
      keepUnstored: keepNothing,
      wait: device.wait,
      random: () => 0,
    });
  }
  const person = { id: "camille", firstName: "Camille", lastName: "Perrin", positions: ["Voix"] } as const;
  return { source: openTab(), elsewhere: openTab(), person };
});

describe("until it is known which planning counts", () => {
  it("nothing is opened, and screens show their skeletons", () => {
    const { source, opened } = createSituation();
    expect(opened).toEqual([]);
    expect(source.snapshot().status).toBe("loading");
    expect(source.statusOf(EVENT_NEED)).toBe("loading");
    expect(source.eventCount("1")).toBe(0);
  });

  it("a change waits, and goes to the planning that it turns out to be", async () => {
    const { source, sharing, opened } = createSituation();
    const outcome = source.submit(CREATED);
    sharing.set("local");
    expect(await outcome).toEqual({ status: "done" });
    expect(opened[0]?.log).toEqual(["submit group.created"]);
  });

  it("a change of somebody who signed out meanwhile is not made by whoever signed in next, but stays theirs", async () => {
    const unstored = new Set<string>();
    function keepUnstored(userId: string): UnstoredHandle {
      unstored.add(userId);
      return { id: userId, markStored: () => void unstored.delete(userId) };
    }
    const { source, sharing, person, opened } = createSituation({ keepUnstored });
    const outcome = source.submit(CREATED);
    person.set(null);
    person.set("yannick");
    sharing.set("shared");
    expect(await outcome).toEqual({ status: "stored" });
    expect(opened.map(({ log }) => log)).toEqual([[]]);
    expect([...unstored]).toEqual(["camille"]);
  });
});

describe("the planning that counts", () => {
  it("is the browser's own as soon as that is known, whoever is signed in", async () => {
    const situation = createSituation({ state: "local", userId: null });
    await settled();
    expect(shownOwner(situation)).toBe("local");
    situation.person.set("camille");
    await settled();
    expect(situation.opened).toHaveLength(1);
  });

  it("is the signed-in person's view of the shared one once its part of the page is there", async () => {
    const situation = createSituation({ state: "shared" });
    expect(shownOwner(situation)).toBeNull();
    await settled();
    expect(shownOwner(situation)).toBe("camille");
  });

  it("is none while nobody is signed in, and each person's own after", async () => {
    const situation = createSituation({ state: "shared", userId: null });
    await settled();
    expect(situation.opened).toEqual([]);
    situation.person.set("camille");
    await settled();
    situation.person.set("yannick");
    expect(shownOwner(situation)).toBeNull();
    await settled();
    expect(shownOwner(situation)).toBe("yannick");
    situation.person.set(null);
    expect(shownOwner(situation)).toBeNull();
    expect(situation.opened.map(({ log }) => log)).toEqual([["dispose"], ["dispose"]]);
  });

  it("switches when the planning is shared, and back when it is no longer", async () => {
    const situation = createSituation({ state: "local" });
    await settled();
    situation.sharing.set("shared");
    expect(situation.opened[0]?.log).toEqual(["dispose"]);
    await settled();
    expect(shownOwner(situation)).toBe("camille");
    situation.sharing.set("local");
    await settled();
    expect(shownOwner(situation)).toBe("local");
    expect(situation.opened[1]?.log).toEqual(["dispose"]);
  });

  it("is not the one of somebody who signed out while it was loading", async () => {
    const situation = createSituation({ state: "shared" });
    situation.person.set("yannick");
    await settled();
    expect(shownOwner(situation)).toBe("yannick");
    expect(situation.opened).toHaveLength(1);
  });
});

describe("the screens", () => {
  it("keep what they need across the switch, and only that", async () => {
    const { source, sharing, opened } = createSituation();
    source.need(EVENT_NEED);
    const stop = source.need(GROUP_NEED);
    sharing.set("local");
    await settled();
    stop();
    sharing.set("shared");
    await settled();
    expect(opened[0]?.log).toEqual(["need event", "need group", "no need group", "no need event", "dispose"]);
    expect(opened[1]?.log).toEqual(["need event"]);
  });

  it("hear of what changes in the planning that counts, and not of the former one", async () => {
    const { source, sharing, opened } = createSituation({ state: "local" });
    await settled();
    let calls = 0;
    source.subscribe(() => {
      calls += 1;
    });
    opened[0]?.rename("renamed");
    expect(calls).toBe(1);
    sharing.set("shared");
    await settled();
    calls = 0;
    opened[0]?.rename("again");
    expect(calls).toBe(0);
    opened[1]?.rename("Camille");
    expect(calls).toBe(1);
    expect(source.snapshot().planning.groups[0]?.name).toBe("Camille");
  });

  it("reach the source that counts with everything else", async () => {
    const { source, opened } = createSituation({ state: "local" });
    await settled();
    expect(source.statusOf(EVENT_NEED)).toBe("ready");
    expect(source.eventCount("1")).toBe(7);
    source.dismiss("refusal");
    expect(opened[0]?.log).toEqual(["dismiss refusal"]);
  });
});

it("a part of the page that cannot be loaded is told as offline, and asked for again from 200 ms, doubling", async () => {
  const failed = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  const arrival = Promise.withResolvers<void>();
  const situation = createSituation({ state: "shared", loads: [failed, failed, () => arrival.promise] });
  await settled();
  expect(situation.waits).toEqual([200, 400]);
  expect(situation.source.snapshot()).toMatchObject({ status: "loading", connection: { status: "offline" } });
  expect(situation.source.statusOf(EVENT_NEED)).toBe("failed");
  arrival.resolve();
  await settled();
  expect(shownOwner(situation)).toBe("camille");
});

describe("a planning that came with the page", () => {
  it("is shown before the code that sends and receives is asked for, which is once it is painted", async () => {
    const painted = Promise.withResolvers<void>();
    const loads: string[] = [];
    const load = async () => void loads.push("load");
    const situation = createSituation({ state: "shared", visitor: "camille", painted: painted.promise, loads: [load] });
    await settled();
    expect([shownOwner(situation), situation.source.statusOf(EVENT_NEED), loads]).toEqual([
      "camille's page",
      "ready",
      [],
    ]);
    painted.resolve();
    await settled();
    expect([shownOwner(situation), loads]).toEqual(["camille", ["load"]]);
  });

  it("is shown until the source has read what was not sent", async () => {
    const situation = createSituation({ state: "shared", visitor: "camille", status: "loading" });
    await settled();
    expect([situation.opened.length, shownOwner(situation)]).toEqual([1, "camille's page"]);
    situation.opened[0]?.rename("camille, with what waits");
    expect(shownOwner(situation)).toBe("camille, with what waits");
  });

  it("takes changes at once, and hands them to the source with the needs of the screens", async () => {
    const painted = Promise.withResolvers<void>();
    const { source, opened } = createSituation({ state: "shared", visitor: "camille", painted: painted.promise });
    await settled();
    source.need(EVENT_NEED);
    const outcome = source.submit(CREATED);
    painted.resolve();
    expect(await outcome).toEqual({ status: "done" });
    expect(opened[0]?.log).toEqual(["need event", "submit group.created"]);
  });

  it("stays while the code cannot be loaded", async () => {
    const failure = Promise.reject(new Error("offline"));
    const situation = createSituation({ state: "shared", visitor: "camille", loads: [() => failure, settled] });
    await settled();
    expect(shownOwner(situation)).toBe("camille's page");
    await settled();
    await settled();
    expect(shownOwner(situation)).toBe("camille");
  });

  it("is not shown to whoever signs in next", async () => {
    const painted = Promise.withResolvers<void>();
    const situation = createSituation({ state: "shared", visitor: "camille", painted: painted.promise });
    await settled();
    situation.person.set(null);
    expect(shownOwner(situation)).toBeNull();
    situation.person.set("noah");
    await settled();
    expect(shownOwner(situation)).toBe("noah");
    painted.resolve();
    await settled();
    expect(situation.opened).toHaveLength(1);
  });
});

it("a planning that is left writes nothing, not even in a turn that it had asked for", async () => {
  const profile = createBrowserProfile();
  const sharing = createValue<ReturnType<Sharing["state"]>>("local");
  const device = { ...profile.openTab(), now: () => 0 };
  const opened = Promise.withResolvers<void>();
  const source = createSwitchingSource({
    sharing: { state: sharing.get, subscribe: sharing.subscribe },
    person: { id: () => null, subscribe: () => () => undefined },
    load: async ({ userId }) => {
      if (userId !== null) throw new Error("nobody is signed in");
      return () => {
        opened.resolve();
        return createLocalSource({ ...device, wait: settled });
      };
    },
    ...NO_VISIT,
    keepUnstored: keepNothing,
    wait: settled,
    random: () => 0,
  });
  await opened.promise;
  const outcome = source.submit(CREATED);
  sharing.set("shared");
  expect(await outcome).toEqual({ status: "refused", code: "planning.already_shared" });
  profile.openTab().storage.setItem("groups", JSON.stringify(SEED_GROUPS.slice(1)));
  await profile.settled();
  expect(profile.stored.get("groups")).toBe(JSON.stringify(SEED_GROUPS.slice(1)));
  expect(profile.stored.has("events")).toBe(false);
});
