import { describe, expect, it } from "vitest";
import type { Person } from "#domain/people/people.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { EMPTY_PLANNING, SEED_GROUPS } from "#domain/planning/planning.ts";
import { type BrowserProfile, createBrowserProfile } from "#test/support/process/browser-profile.ts";
import { describePlanningSource } from "../planning-source.suite.ts";
import type { PlanningSource } from "../planning-source.ts";
import { createLocalSource, GROUP_CHANGE_DELAY_MS } from "./local-source.ts";

const NOW = 1_763_640_000_000;
const CAMILLE: Person = { id: "camille", firstName: "Camille", lastName: "Perrin", positions: ["Lead", "Voix"] };
const CULTE = {
  id: "culte",
  groupId: "1",
  name: "Culte",
  date: "2026-11-29",
  time: "10:00",
  location: "Temple",
  availability: [],
};

interface OpenedTab {
  readonly source: PlanningSource;
  /** Every wait that the source requested, in milliseconds. */
  readonly waits: number[];
}

function openTab(profile: BrowserProfile): OpenedTab {
  const { storage, storageEvents, exclusively } = profile.openTab();
  const waits: number[] = [];
  const source = createLocalSource({
    storage,
    storageEvents,
    exclusively,
    now: () => NOW,
    async wait(milliseconds) {
      waits.push(milliseconds);
    },
  });
  return { source, waits };
}

function creation(id: string): SubmittedChange {
  const { availability: _, ...event } = CULTE;
  return { type: "event.created", event: { ...event, id } };
}

function storedJson(profile: BrowserProfile, key: string): unknown {
  return JSON.parse(profile.stored.get(key) ?? "null");
}

describePlanningSource("LocalSource", (groups) => {
  const profile = createBrowserProfile({ groups: JSON.stringify(groups) });
  return { source: openTab(profile).source, elsewhere: openTab(profile).source, person: CAMILLE };
});

describe("what is stored", () => {
  it("is the seed groups and no event after a first start", async () => {
    const profile = createBrowserProfile();
    const { source } = openTab(profile);
    expect(source.snapshot().status).toBe("loading");
    await profile.settled();
    expect(source.snapshot()).toEqual({
      status: "ready",
      planning: { ...EMPTY_PLANNING, groups: SEED_GROUPS },
      connection: null,
      lateRefusals: [],
      setAside: [],
    });
    expect(storedJson(profile, "groups")).toEqual(SEED_GROUPS);
    expect(storedJson(profile, "events")).toEqual([]);
  });

  it("is shown at once, without waiting for the lock, when it can be read", () => {
    const profile = createBrowserProfile({ groups: JSON.stringify(SEED_GROUPS), events: JSON.stringify([CULTE]) });
    const { source } = openTab(profile);
    expect(source.snapshot()).toMatchObject({ status: "ready", planning: { events: [CULTE] } });
  });

  it("has no seed group again once all groups were deleted", async () => {
    const profile = createBrowserProfile({ groups: "[]" });
    const { source } = openTab(profile);
    await profile.settled();
    expect(source.snapshot().planning.groups).toEqual([]);
    expect(profile.stored.get("groups")).toBe("[]");
  });

  it("is JSON arrays in the specification's shape", async () => {
    const profile = createBrowserProfile();
    const { source } = openTab(profile);
    await source.submit(creation("culte"));
    await source.submit({
      type: "availability.set",
      eventId: "culte",
      person: { id: "u1", firstName: "Élise", lastName: "Fontaine", positions: ["Piano", "Voix"] },
      answer: "absent",
    });
    expect(storedJson(profile, "events")).toEqual([
      {
        ...CULTE,
        availability: [{ userId: "u1", userName: "Élise Fontaine", position: "Piano", status: "absent" }],
      },
    ]);
  });

  it("has line-ups, required roles and wishes only once somebody chose some", async () => {
    const profile = createBrowserProfile();
    const { source } = openTab(profile);
    await source.submit(creation("culte"));
    expect([...profile.stored.keys()].toSorted()).toEqual(["events", "groups"]);
    const lineUp = [{ role: "Lead", userId: "camille" }] as const;
    await source.submit({ type: "line_up.kept", eventId: "culte", lineUp });
    await source.submit({ type: "group.required_roles_set", groupId: "1", roles: ["Lead"] });
    await source.submit({ type: "person.wish_set", userId: "camille", most: 2 });
    expect(storedJson(profile, "events")).toEqual([{ ...CULTE, lineUp, availability: [] }]);
    expect(storedJson(profile, "requiredRoles")).toEqual({ "1": ["Lead"] });
    expect(storedJson(profile, "wishes")).toEqual({ camille: 2 });
    const { planning } = openTab(profile).source.snapshot();
    expect([planning.requiredRoles, planning.wishes]).toEqual([{ "1": ["Lead"] }, { camille: 2 }]);
  });

  it("is read again before each write, even when no event told of it", async () => {
    const profile = createBrowserProfile();
    const { source } = openTab(profile);
    await source.submit(creation("one"));
    profile.stored.set("events", JSON.stringify([CULTE]));
    await source.submit(creation("two"));
    expect(source.snapshot().planning.events.map(({ id }) => id)).toEqual(["culte", "two"]);
  });

  it("is started anew when another tab cleared it", async () => {
    const profile = createBrowserProfile({ groups: JSON.stringify([{ id: "9", name: "Chorale" }]) });
    const tab = profile.openTab();
    const { source } = openTab(profile);
    await profile.settled();
    tab.storage.removeItem("groups");
    await profile.settled();
    expect(source.snapshot().planning.groups).toEqual(SEED_GROUPS);
  });
});

describe("group changes", () => {
  it.each<SubmittedChange>([
    { type: "group.created", group: { id: "abc123", name: "Chorale" } },
    { type: "group.renamed", groupId: "2", name: "Les 15-25" },
    { type: "group.deleted", groupId: "3" },
  ])("take a second: $type", async (change) => {
    const { source, waits } = openTab(createBrowserProfile());
    expect(await source.submit(change)).toMatchObject({ status: "done" });
    expect(waits).toEqual([GROUP_CHANGE_DELAY_MS]);
  });

  it("choosing which roles go together takes no such time", async () => {
    const profile = createBrowserProfile();
    const { source, waits } = openTab(profile);
    await source.submit({ type: "group.pairs_set", groupId: "1", pairs: [["Batterie", "Bass"]] });
    expect(waits).toEqual([]);
    expect(storedJson(profile, "combinablePairs")).toEqual({ 1: [["Batterie", "Bass"]] });
    expect(source.snapshot().planning.combinablePairs).toEqual({ 1: [["Batterie", "Bass"]] });
  });

  it("a deletion is taken back at once", async () => {
    const { source, waits } = openTab(createBrowserProfile());
    const deleted = await source.submit({ type: "group.deleted", groupId: "1" });
    if (deleted.status === "refused" || deleted.undo === undefined) throw new Error("nothing to take back");
    expect(await source.submit(deleted.undo)).toEqual({ status: "done" });
    expect(waits).toEqual([GROUP_CHANGE_DELAY_MS]);
    expect(source.snapshot().planning.groups).toEqual(SEED_GROUPS);
  });

  it("do not slow down the others", async () => {
    const { source, waits } = openTab(createBrowserProfile());
    await source.submit(creation("culte"));
    expect(waits).toEqual([]);
  });
});

describe("a value that cannot be read", () => {
  it.each([
    ["broken JSON", "[{"],
    ["another type", '{"1":"Louange"}'],
    ["an empty text", ""],
  ])("is set aside and told: %s", async (_, raw) => {
    const profile = createBrowserProfile({ groups: JSON.stringify(SEED_GROUPS), events: raw });
    const { source } = openTab(profile);
    await profile.settled();
    expect(source.snapshot()).toMatchObject({ status: "ready", setAside: ["events"], planning: { events: [] } });
    expect(profile.stored.get(`events.corrupt-${NOW}`)).toBe(raw);
    expect(profile.stored.get("events")).toBe("[]");
  });

  it("leaves the groups that a new planning starts with", async () => {
    const profile = createBrowserProfile({ groups: "oops" });
    const { source } = openTab(profile);
    await profile.settled();
    expect(source.snapshot()).toMatchObject({ setAside: ["groups"], planning: { groups: SEED_GROUPS } });
    expect(profile.stored.get(`groups.corrupt-${NOW}`)).toBe("oops");
  });

  it("does not take the events with it that can be read", async () => {
    const raw = JSON.stringify([CULTE, { id: "damaged" }]);
    const profile = createBrowserProfile({ groups: JSON.stringify(SEED_GROUPS), events: raw });
    const { source } = openTab(profile);
    await profile.settled();
    expect(source.snapshot().planning.events).toEqual([CULTE]);
    expect(storedJson(profile, "events")).toEqual([CULTE]);
    expect(profile.stored.get(`events.corrupt-${NOW}`)).toBe(raw);
  });

  it("never takes the place of one set aside before", async () => {
    const profile = createBrowserProfile({ events: "second", [`events.corrupt-${NOW}`]: "first" });
    openTab(profile);
    await profile.settled();
    expect(profile.stored.get(`events.corrupt-${NOW}`)).toBe("first");
    expect(profile.stored.get(`events.corrupt-${NOW + 1}`)).toBe("second");
  });

  it("is set aside too when it turns up while the page is open", async () => {
    const profile = createBrowserProfile();
    const { source } = openTab(profile);
    await source.submit(creation("one"));
    profile.stored.set("events", "damaged");
    expect(await source.submit(creation("two"))).toEqual({ status: "done" });
    expect(source.snapshot().setAside).toEqual(["events"]);
    expect(profile.stored.get(`events.corrupt-${NOW}`)).toBe("damaged");
  });

  it("stays in its place, and nothing is written over it, where there is no room to set it aside", async () => {
    // Long enough that a new list fits in its place.
    const damaged = "x".repeat(2_000);
    const profile = createBrowserProfile({ groups: JSON.stringify(SEED_GROUPS), events: damaged });
    profile.fill();
    const { source } = openTab(profile);
    await profile.settled();
    expect(await source.submit(creation("culte"))).toEqual({ status: "refused", code: "storage.full" });
    expect([...profile.stored.keys()]).toEqual(["groups", "events"]);
    expect(profile.stored.get("events")).toBe(damaged);
  });
});

describe("a full storage", () => {
  it("refuses the change, and keeps and shows what was there", async () => {
    const profile = createBrowserProfile();
    const { source } = openTab(profile);
    await source.submit(creation("one"));
    const [before, shown] = [new Map(profile.stored), source.snapshot()];
    profile.fill();
    expect(await source.submit(creation("two"))).toEqual({ status: "refused", code: "storage.full" });
    expect(profile.stored).toEqual(before);
    expect(source.snapshot()).toBe(shown);
  });

  it("never leaves one list written without the other", async () => {
    const profile = createBrowserProfile();
    const { storage, storageEvents, exclusively } = profile.openTab();
    const source = createLocalSource({
      storageEvents,
      exclusively,
      now: () => NOW,
      wait: () => Promise.resolve(),
      storage: {
        ...storage,
        setItem(key, value) {
          if (key === "events" && value === "[]" && profile.stored.has("events")) throw new Error("full");
          storage.setItem(key, value);
        },
      },
    });
    await source.submit(creation("culte"));
    const before = new Map(profile.stored);
    expect(await source.submit({ type: "group.deleted", groupId: "1" })).toMatchObject({ code: "storage.full" });
    expect(profile.stored).toEqual(before);
  });

  it("refuses the change also where not even the former text could be stored again", async () => {
    const profile = createBrowserProfile();
    const { storage, storageEvents, exclusively } = profile.openTab();
    let isBlocked = false;
    const source = createLocalSource({
      storageEvents,
      exclusively,
      now: () => NOW,
      wait: () => Promise.resolve(),
      storage: {
        ...storage,
        setItem(key, value) {
          if (isBlocked) throw new Error("blocked");
          storage.setItem(key, value);
        },
      },
    });
    await source.submit(creation("one"));
    isBlocked = true;
    expect(await source.submit(creation("two"))).toEqual({ status: "refused", code: "storage.full" });
  });

  it("still shows the seed groups at a first start", async () => {
    const profile = createBrowserProfile();
    profile.fill();
    const { source } = openTab(profile);
    await profile.settled();
    expect(source.snapshot()).toMatchObject({ status: "ready", planning: { groups: SEED_GROUPS } });
    expect(profile.stored.size).toBe(0);
  });
});
