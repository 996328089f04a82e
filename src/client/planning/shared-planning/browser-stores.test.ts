import "fake-indexeddb/auto";
import { createStore, set } from "idb-keyval";
import { beforeEach, expect, it } from "vitest";
import { createOutboxStore, EMPTY_OUTBOX } from "./outbox/stored-changes.ts";
import { hasUnsent } from "./browser-stores.ts";

const store = createStore("has-unsent", "outbox");
const outbox = createOutboxStore(store, "marie");

beforeEach(() => outbox.drop());

it("nothing waits where nothing was stored, or all was sent", async () => {
  expect(await hasUnsent(store, "marie")).toBe(false);
  await outbox.change(() => EMPTY_OUTBOX);
  expect(await hasUnsent(store, "marie")).toBe(false);
});

it("something waits while an entry is stored, of this user only", async () => {
  const change = { type: "group.created", group: { id: "9", name: "Chorale" } } as const;
  const entry = { id: "1", change, madeAt: "2026-11-22T10:00:00Z", about: null };
  await outbox.change((former) => ({ ...former, entries: [entry] }));
  expect([await hasUnsent(store, "marie"), await hasUnsent(store, "noah")]).toEqual([true, false]);
});

it("something may wait in a record of another form", async () => {
  await set("marie", { format: 2, waiting: [] }, store);
  expect(await hasUnsent(store, "marie")).toBe(true);
});
