import "fake-indexeddb/auto";
import { createStore, set } from "idb-keyval";
import { beforeEach, expect, it } from "vitest";
import { hasUnsent } from "./browser-stores.ts";
import { createStoredChanges } from "./outbox/stored-changes.ts";

const store = createStore("has-unsent", "outbox");
const change = { type: "group.created", group: { id: "9", name: "Chorale" } } as const;
const entry = { id: "1", change, madeAt: "2026-11-22T10:00:00Z", about: null };

beforeEach(() => createStoredChanges(store, "marie").drop());

it("nothing waits where nothing was stored, or all was sent", async () => {
  expect(await hasUnsent(store, "marie")).toBe(false);
  const outbox = createStoredChanges(store, "marie");
  await outbox.add(entry, () => undefined);
  await outbox.remove(entry);
  expect(await hasUnsent(store, "marie")).toBe(false);
});

it("something waits while an entry is stored, of this user only", async () => {
  await createStoredChanges(store, "marie").add(entry, () => undefined);
  expect([await hasUnsent(store, "marie"), await hasUnsent(store, "noah")]).toEqual([true, false]);
});

it("something may wait in a record of another form", async () => {
  await set("marie", { format: 2, waiting: [] }, store);
  expect(await hasUnsent(store, "marie")).toBe(true);
});
