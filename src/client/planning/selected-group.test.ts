import { expect, it } from "vitest";
import { type BrowserProfile, createBrowserProfile } from "../../../test/browser-profile.ts";
import { createLocalSource } from "./local-source.ts";
import type { PlanningSource } from "./planning-source.ts";
import { createSelectedGroup, dropSelectionOfDeletedGroups, type SelectedGroup } from "./selected-group.ts";

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
