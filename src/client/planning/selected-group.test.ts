import { describe, expect, it } from "vitest";
import { EMPTY_PLANNING, type Group } from "#domain/planning/planning.ts";
import { type BrowserProfile, createBrowserProfile } from "#test/support/process/browser-profile.ts";
import { createListeners } from "../storage/listeners.ts";
import { createLocalSource } from "./local/local-source.ts";
import type { PlanningSnapshot, PlanningSource } from "./planning-source.ts";
import {
  createSelectedGroup,
  dropSelectionOfDeletedGroups,
  type LostGroup,
  type SelectedGroup,
} from "./selected-group.ts";

interface OpenedTab {
  readonly source: PlanningSource;
  readonly selectedGroup: SelectedGroup;
}

function openTab(profile: BrowserProfile): OpenedTab {
  const { storage, storageEvents, exclusively } = profile.openTab();
  const source = createLocalSource({
    storage,
    storageEvents,
    exclusively,
    now: () => 0,
    wait: () => Promise.resolve(),
  });
  const selectedGroup = createSelectedGroup(storage, storageEvents);
  dropSelectionOfDeletedGroups(source, selectedGroup);
  return { source, selectedGroup };
}

it("a chosen group is stored as its bare id", () => {
  const profile = createBrowserProfile();
  openTab(profile).selectedGroup.select("2");
  expect(profile.stored.get("selectedGroup")).toBe("2");
});

it("choosing none removes the key", () => {
  const profile = createBrowserProfile({ selectedGroup: "2" });
  openTab(profile).selectedGroup.select(null);
  expect(profile.stored.has("selectedGroup")).toBe(false);
});

it("the group chosen before is chosen at the start", async () => {
  const profile = createBrowserProfile({ selectedGroup: "3" });
  const { selectedGroup } = openTab(profile);
  await profile.settled();
  expect(selectedGroup.id()).toBe("3");
});

it("a stored group that no longer exists is dropped at the start", async () => {
  const profile = createBrowserProfile({ selectedGroup: "gone" });
  const { selectedGroup } = openTab(profile);
  await profile.settled();
  expect(selectedGroup.id()).toBeNull();
  expect(profile.stored.has("selectedGroup")).toBe(false);
});

it("the tabs of one browser choose together", async () => {
  const profile = createBrowserProfile();
  const [here, there] = [openTab(profile), openTab(profile)];
  await profile.settled();
  here.selectedGroup.select("1");
  await profile.settled();
  expect(there.selectedGroup.id()).toBe("1");
});

it("deleting the chosen group clears the choice in every tab", async () => {
  const profile = createBrowserProfile({ selectedGroup: "2" });
  const [here, there] = [openTab(profile), openTab(profile)];
  await here.source.submit({ type: "group.deleted", groupId: "2" });
  expect(here.selectedGroup.id()).toBeNull();
  await profile.settled();
  expect(there.selectedGroup.id()).toBeNull();
  expect(profile.stored.has("selectedGroup")).toBe(false);
});

it("a choice holds in its tab where nothing can be stored", async () => {
  const profile = createBrowserProfile();
  profile.fill();
  const { selectedGroup } = openTab(profile);
  selectedGroup.select("1");
  await profile.settled();
  expect(selectedGroup.id()).toBe("1");
});

/** A source with these groups, local or shared. */
function createShownGroups(groups: readonly Group[]) {
  const { subscribe, notify } = createListeners();
  const snapshotOf = (shown: readonly Group[], isShared: boolean): PlanningSnapshot => ({
    status: "ready",
    planning: { ...EMPTY_PLANNING, groups: shown },
    setAside: [],
    connection: isShared ? { status: "online", unsent: 0 } : null,
    lateRefusals: [],
  });
  let snapshot = snapshotOf(groups, false);
  return {
    snapshot: () => snapshot,
    subscribe,
    show(shown: readonly Group[], isShared: boolean) {
      snapshot = snapshotOf(shown, isShared);
      notify();
    },
  };
}

describe("a chosen group that is not there any more", () => {
  const [CHORALE, LOUANGE] = [
    { id: "9", name: "Chorale" },
    { id: "1", name: "Louange" },
  ];

  function lose(selected: string, groups: readonly Group[]) {
    const profile = createBrowserProfile({ selectedGroup: selected });
    const { storage, storageEvents } = profile.openTab();
    const source = createShownGroups(groups);
    const lost: LostGroup[] = [];
    dropSelectionOfDeletedGroups(source, createSelectedGroup(storage, storageEvents), (group) => lost.push(group));
    return { source, lost };
  }

  it.each([false, true])("was deleted where the planning is the same one, be it shared or not: %s", (isShared) => {
    const { source, lost } = lose("9", [CHORALE, LOUANGE]);
    source.show([CHORALE, LOUANGE], isShared);
    source.show([LOUANGE], isShared);
    expect(lost).toEqual([{ reason: "deleted", group: CHORALE }]);
  });

  it("was of this browser alone where the team's planning takes the place of its own", () => {
    const { source, lost } = lose("9", [CHORALE, LOUANGE]);
    source.show([LOUANGE], true);
    expect(lost).toEqual([{ reason: "not_shared", group: CHORALE }]);
  });

  it("is of no known fate where this page never saw it", () => {
    expect(lose("9", [LOUANGE]).lost).toEqual([{ reason: "unknown" }]);
  });
});
