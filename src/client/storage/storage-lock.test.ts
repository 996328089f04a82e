import { expect, it } from "vitest";
import type { KeyValueStorage } from "./browser-storage.ts";
import { createStorageLock, REVISION_KEY, type StorageLock } from "./storage-lock.ts";

interface Process {
  readonly seen: Map<string, string>;
  readonly events: EventTarget;
}

/** Processes of one browser: each sees its own writes at once, and those of others `delay` milliseconds later. */
function createProcesses(count: number, delay = 5): readonly (Process & { readonly storage: KeyValueStorage })[] {
  const processes = Array.from({ length: count }, () => ({
    seen: new Map<string, string>(),
    events: new EventTarget(),
  }));
  function notifyOthers(writer: Process, key: string, value: string | null): void {
    for (const other of processes) {
      if (other === writer) continue;
      setTimeout(() => {
        if (value === null) other.seen.delete(key);
        else other.seen.set(key, value);
        other.events.dispatchEvent(new Event("storage"));
      }, delay);
    }
  }
  return processes.map((process) => ({
    ...process,
    storage: {
      getItem: (key) => process.seen.get(key) ?? null,
      setItem(key, value) {
        process.seen.set(key, value);
        notifyOthers(process, key, value);
      },
      removeItem(key) {
        process.seen.delete(key);
        notifyOthers(process, key, null);
      },
    },
  }));
}

function onlyProcess(): ReturnType<typeof createProcesses>[number] {
  const [process] = createProcesses(1);
  if (!process) throw new Error("No process");
  return process;
}

/** Resolves when a process has received the latest revision. */
function arrival({ seen, events }: Process): Promise<void> {
  return new Promise((resolve) => {
    events.addEventListener("storage", () => {
      if (seen.has(REVISION_KEY)) resolve();
    });
  });
}

function uniqueName(): string {
  return `test.${crypto.randomUUID()}`;
}

function takeTurns(name: string, { storage, events }: ReturnType<typeof createProcesses>[number]): StorageLock {
  return createStorageLock({ name, storage, storageEvents: events, locks: navigator.locks });
}

function countOne({ storage, exclusively }: StorageLock): Promise<void> {
  return exclusively(() => storage.setItem("count", String(Number(storage.getItem("count")) + 1)));
}

function counted(times: number, turns: StorageLock): Promise<void>[] {
  return Array.from({ length: times }, () => countOne(turns));
}

it("two tabs lose nothing of what each stores, though each sees the other's late", async () => {
  const processes = createProcesses(2);
  const name = uniqueName();
  await Promise.all(processes.flatMap((process) => counted(20, takeTurns(name, process))));
  expect(Math.max(...processes.map(({ seen }) => Number(seen.get("count"))))).toBe(40);
});

it("a turn that stores nothing leaves the revision as it is", async () => {
  const process = onlyProcess();
  const turns = takeTurns(uniqueName(), process);
  expect(await turns.exclusively(() => turns.storage.getItem("count"))).toBeNull();
  expect(process.seen.size).toBe(0);
  await countOne(turns);
  expect(process.seen.get(REVISION_KEY)).toBe("000000000001");
});

it("a storage that somebody emptied holds the next turn up for a second, and no later one", async () => {
  const [first, second] = createProcesses(2);
  if (!first || !second) throw new Error("Fewer than two processes");
  const name = uniqueName();
  const turns = takeTurns(name, second);
  await countOne(takeTurns(name, first));
  await arrival(second);
  first.seen.clear();
  second.seen.clear();
  const start = performance.now();
  await countOne(turns);
  expect(performance.now() - start).toBeGreaterThan(900);
  const next = performance.now();
  await countOne(turns);
  expect(performance.now() - next).toBeLessThan(900);
  expect(second.seen.get(REVISION_KEY)).toBe("000000000003");
});

it("what a task throws comes out, and the next turn follows", async () => {
  const process = onlyProcess();
  const turns = takeTurns(uniqueName(), process);
  const damaged = turns.exclusively(() => {
    throw new Error("damaged");
  });
  await expect(damaged).rejects.toThrow("damaged");
  await countOne(turns);
  expect(process.seen.get("count")).toBe("1");
});

it("tasks run without locks where the browser gives none, or refuses them", async () => {
  const process = onlyProcess();
  const refusing = {
    request: () => Promise.reject(new DOMException("blocked", "SecurityError")),
    query: () => Promise.reject(new DOMException("blocked", "SecurityError")),
  };
  for (const locks of [undefined, refusing]) {
    await countOne(
      createStorageLock({ name: uniqueName(), storage: process.storage, storageEvents: process.events, locks }),
    );
  }
  expect(process.seen.get("count")).toBe("2");
});

it("a storage that takes a change but no revision still keeps the change", async () => {
  const process = onlyProcess();
  const { storage, events } = process;
  const turns = createStorageLock({
    name: uniqueName(),
    storage: {
      ...storage,
      setItem(key, value) {
        if (key === REVISION_KEY) throw new DOMException("full", "QuotaExceededError");
        storage.setItem(key, value);
      },
    },
    storageEvents: events,
    locks: navigator.locks,
  });
  await countOne(turns);
  await countOne(turns);
  expect(process.seen.get("count")).toBe("2");
});
