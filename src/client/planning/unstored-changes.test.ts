import { expect, it } from "vitest";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { createBrowserProfile } from "#test/support/process/browser-profile.ts";
import { takeUnstoredChanges } from "./unstored-changes.ts";
import type { UnstoredChange } from "./planning-source.ts";
import { keepUnstoredChanges, UNSTORED_CHANGES_KEY } from "./switching-source.ts";

const DELETED: PlanningChange = { type: "event.deleted", eventId: "culte" };

function made(id: string, userId = "camille"): UnstoredChange {
  return { id, userId, change: DELETED, madeAt: 1 };
}

function openPage(profile: ReturnType<typeof createBrowserProfile>) {
  const page = new EventTarget();
  const { storage } = profile.openTab();
  const keep = keepUnstoredChanges(storage, page);
  return { storage, keep, leave: () => page.dispatchEvent(new Event("pagehide")) };
}

it("a page that is left keeps the changes that were not stored, for their user", () => {
  const profile = createBrowserProfile();
  const first = openPage(profile);
  first.keep(made("1"));
  first.keep(made("2")).markStored();
  first.keep(made("3", "noah"));
  first.leave();
  const second = openPage(profile);
  second.keep(made("4"));
  second.leave();
  const { storage } = openPage(profile);
  expect(takeUnstoredChanges(storage, ({ userId }) => userId === "camille").map(({ id }) => id)).toEqual(["1", "4"]);
  expect(takeUnstoredChanges(storage, () => true)).toEqual([made("3", "noah")]);
  expect(storage.getItem(UNSTORED_CHANGES_KEY)).toBeNull();
});

it("a page whose changes are stored leaves nothing, and what cannot be read is dropped", () => {
  const profile = createBrowserProfile();
  const page = openPage(profile);
  page.keep(made("1")).markStored();
  page.leave();
  expect(page.storage.getItem(UNSTORED_CHANGES_KEY)).toBeNull();
  page.storage.setItem(UNSTORED_CHANGES_KEY, "[1]");
  expect(takeUnstoredChanges(page.storage, () => true)).toEqual([]);
  expect(page.storage.getItem(UNSTORED_CHANGES_KEY)).toBeNull();
});
