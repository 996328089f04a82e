import "fake-indexeddb/auto";
import { createStore, get, set, type UseStore } from "idb-keyval";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SubmitOutcome } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { createOutbox, type Outbox, type OutboxPorts } from "./outbox.ts";
import type { SendOutcome } from "./outbox-sending.ts";
import { createServerContact, type ServerContact } from "../contact/server-contact.ts";
import { locksUntilDeath } from "#test/support/planning/test-locks.ts";

const CAMILLE = { id: "camille", firstName: "Camille", lastName: "Perrin", positions: [] };
const NOW = Date.parse("2026-11-21T10:00:00.000Z");
const ACCEPTED: SendOutcome = { status: "accepted", position: 7, isInEffect: true };
const REFUSED: SendOutcome = { status: "refused", code: "event.not_found" };
const DONE: SubmitOutcome = { status: "done" };
const STORED: SubmitOutcome = { status: "stored" };
const UNANSWERED: SendOutcome = { status: "unanswered" };

/** A call that reached the server; the test decides when it is answered, and how. */
interface Sent {
  readonly change: PlanningChange;
  readonly madeAt: string;
  readonly isRepeated: boolean;
  readonly tab: string;
  readonly resolve: (outcome: SendOutcome) => void;
}

interface Tab {
  readonly outbox: Outbox;
  readonly contact: ServerContact;
  /** The waits under way; calling `end` ends one. */
  readonly waits: { readonly milliseconds: number; readonly end: () => void }[];
  readonly accepted: PlanningChange[];
  readonly sessionRefusals: () => number;
  /** Closes without any message, as a killed process does. */
  readonly die: () => void;
}

let name: string;
let store: UseStore;
let sent: Sent[];
let tabs: Tab[];
let ids: number;

beforeEach(() => {
  name = crypto.randomUUID();
  store = createStore(name, "outbox");
  [sent, tabs, ids] = [[], [], 0];
});
afterEach(() => {
  for (const tab of tabs) tab.die();
});

function openTab(title = "tab", environment: Partial<OutboxPorts> = {}): Tab {
  const death = Promise.withResolvers<void>();
  const waits: Tab["waits"] = [];
  const accepted: PlanningChange[] = [];
  let sessionRefusals = 0;
  const wait = (milliseconds: number) => new Promise<void>((end) => waits.push({ milliseconds, end }));
  const contact = createServerContact({ wait, random: () => 0 });
  const outbox = createOutbox({
    store,
    userId: "camille",
    unstored: [],
    name,
    locks: locksUntilDeath("tabs", death.promise),
    openChannel: (channel) => new BroadcastChannel(channel),
    contact,
    send: ({ change, madeAt }, isRepeated) =>
      new Promise((resolve) => sent.push({ change, madeAt, isRepeated, tab: title, resolve })),
    wait,
    now: () => NOW,
    newId: () => `${title}-${(ids += 1)}`,
    onAccepted: (change) => accepted.push(change),
    onSessionRefused: () => (sessionRefusals += 1),
    ...environment,
  });
  const tab: Tab = {
    outbox,
    contact,
    waits,
    accepted,
    sessionRefusals: () => sessionRefusals,
    die() {
      death.resolve();
      outbox.dispose();
    },
  };
  tabs.push(tab);
  return tab;
}

/** Waits for storage, locks and channels, which run on real time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

/** The call with this index (0 is the first) that reaches the server. */
async function call(index: number): Promise<Sent> {
  await until(() => sent.length > index);
  const found = sent[index];
  if (!found) throw new Error("no such call");
  return found;
}

function answer(eventId: string, given: "present" | "absent" | null = "present"): PlanningChange {
  return { type: "availability.set", eventId, person: CAMILLE, answer: given };
}

function deletion(eventId: string): PlanningChange {
  return { type: "event.deleted", eventId };
}

function submit({ outbox }: Tab, change: PlanningChange): Promise<SubmitOutcome> {
  return outbox.submit(change, { name: "Culte", date: "2026-11-29" });
}

function shown({ outbox }: Tab): readonly PlanningChange[] {
  return outbox.entries().map(({ change }) => change);
}

async function storedEntries(): Promise<number> {
  return ((await get<{ entries: unknown[] }>("camille", store))?.entries ?? []).length;
}

describe("a change", () => {
  it("is shown at once, stored, sent with when it was said, and leaves when the server has made it", async () => {
    const tab = openTab();
    const outcome = submit(tab, answer("a"));
    expect(shown(tab)).toEqual([answer("a")]);
    const { change, madeAt, isRepeated, resolve } = await call(0);
    expect({ change, madeAt, isRepeated }).toEqual({
      change: answer("a"),
      madeAt: "2026-11-21T10:00:00.000Z",
      isRepeated: false,
    });
    expect(await storedEntries()).toBe(1);
    expect(tab.outbox.delayedCount()).toBe(0);
    resolve(ACCEPTED);
    expect(await outcome).toEqual(DONE);
    expect([tab.accepted, shown(tab)]).toEqual([[answer("a")], []]);
    while ((await storedEntries()) > 0);
  });

  it("is sent after those made before it, one at a time", async () => {
    const tab = openTab();
    const outcomes = ["a", "b", "c"].map((id) => submit(tab, answer(id)));
    for (const [index, id] of ["a", "b", "c"].entries()) {
      const { change, resolve } = await call(index);
      expect(change).toEqual(answer(id));
      expect(sent).toHaveLength(index + 1);
      resolve(ACCEPTED);
    }
    expect(await Promise.all(outcomes)).toEqual([DONE, DONE, DONE]);
  });

  it("that is refused leaves alone, and its author is told why", async () => {
    const tab = openTab();
    const outcomes = [submit(tab, answer("a")), submit(tab, answer("b"))];
    (await call(0)).resolve(REFUSED);
    (await call(1)).resolve(ACCEPTED);
    expect(await Promise.all(outcomes)).toEqual([REFUSED, DONE]);
    expect([tab.accepted, tab.outbox.refusals()]).toEqual([[answer("b")], []]);
  });

  it("takes the place of what the same person said of the event before", async () => {
    const tab = openTab();
    const first = submit(tab, answer("a"));
    const [, ...later] = [await call(0), submit(tab, answer("b")), submit(tab, answer("b", "absent"))];
    expect(shown(tab).at(-1)).toEqual(answer("b", "absent"));
    (await call(0)).resolve(ACCEPTED);
    // A word that the server may have goes with the answer that it went with.
    expect((await call(1)).change).toEqual({ ...answer("b", "absent"), comment: "" });
    (await call(1)).resolve(ACCEPTED);
    expect(await Promise.all([first, ...later])).toEqual([DONE, DONE, DONE]);
    expect(sent).toHaveLength(2);
  });

  it("is said later than the one before it to the same event, whatever the clock says", async () => {
    const tab = openTab();
    void submit(tab, answer("a"));
    (await call(0)).resolve(ACCEPTED);
    await until(() => shown(tab).length === 0);
    void submit(tab, answer("a", null));
    expect((await call(1)).madeAt).toBe("2026-11-21T10:00:00.001Z");
  });

  it("can be made after one to the same event that was stored with an unreadable time", async () => {
    const former = { id: "former", change: answer("a"), saidAt: "soon", about: null };
    await set("camille", { format: 1, entries: [former], refusals: [] }, store);
    const tab = openTab();
    await until(tab.outbox.isRestored);
    const outcome = submit(tab, answer("a", "absent"));
    (await call(0)).resolve(ACCEPTED);
    (await call(1)).resolve(ACCEPTED);
    expect(await outcome).toEqual(DONE);
  });
});

describe("a change that a page had not stored when it was left", () => {
  const unstored = { id: "unstored", userId: "camille", change: answer("a"), madeAt: NOW - 1000 };

  it("is stored by the next page, and sent with when it was made", async () => {
    const tab = openTab("tab", { unstored: [unstored] });
    const { change, madeAt, resolve } = await call(0);
    expect({ change, madeAt }).toEqual({ change: answer("a"), madeAt: "2026-11-21T09:59:59.000Z" });
    resolve(ACCEPTED);
    await until(() => shown(tab).length === 0);
    expect(sent).toHaveLength(1);
  });

  it("is made once, although its storing had just succeeded", async () => {
    const first = openTab("first", { send: () => new Promise(() => undefined) });
    void first.outbox.submit(deletion("a"), null, { id: "unstored", markStored: () => undefined });
    while ((await storedEntries()) === 0);
    first.die();
    const tab = openTab("tab", { unstored: [{ ...unstored, change: deletion("a") }] });
    (await call(0)).resolve(ACCEPTED);
    await until(() => tab.outbox.isRestored() && shown(tab).length === 0);
    expect(sent).toHaveLength(1);
  });

  it("is dropped where a later answer waits already", async () => {
    const first = openTab("first", { send: () => new Promise(() => undefined) });
    void first.outbox.submit(answer("a", "absent"), null);
    while ((await storedEntries()) === 0);
    first.die();
    const tab = openTab("tab", { unstored: [unstored] });
    const { change, resolve } = await call(0);
    expect(change).toEqual(answer("a", "absent"));
    resolve(ACCEPTED);
    await until(() => tab.outbox.isRestored() && shown(tab).length === 0);
    expect(sent).toHaveLength(1);
  });

  it("is refused to its author's knowledge", async () => {
    const tab = openTab("tab", { unstored: [unstored] });
    (await call(0)).resolve(REFUSED);
    await until(() => tab.outbox.refusals().length > 0);
    expect(tab.outbox.refusals()).toMatchObject([{ change: answer("a"), code: "event.not_found" }]);
  });
});

describe("without an answer", () => {
  it("a change is kept, its author is told so, and it is tried again ever later until it is made", async () => {
    const tab = openTab();
    const outcome = submit(tab, deletion("a"));
    for (const [retry, milliseconds] of [200, 400, 800].entries()) {
      (await call(retry)).resolve(UNANSWERED);
      await until(() => tab.waits.length > retry);
      expect(tab.waits[retry]?.milliseconds).toBe(milliseconds);
      tab.waits[retry]?.end();
    }
    expect(await outcome).toEqual(STORED);
    expect([tab.contact.isOnline(), tab.outbox.delayedCount()]).toEqual([false, 1]);
    expect(sent.map(({ isRepeated }) => isRepeated)).toEqual([false, true, true]);
    (await call(3)).resolve(ACCEPTED);
    await until(() => tab.outbox.delayedCount() === 0);
    expect([tab.contact.isOnline(), tab.accepted]).toEqual([true, [deletion("a")]]);
  });

  it("the next changes are kept at once, and give reason to try now", async () => {
    const tab = openTab();
    void submit(tab, answer("a"));
    (await call(0)).resolve(UNANSWERED);
    await until(() => tab.waits.length === 1);
    expect(await submit(tab, answer("b"))).toEqual(STORED);
    expect((await call(1)).change).toEqual(answer("a"));
    expect(tab.outbox.delayedCount()).toBe(2);
  });

  it("something that wakes the page ends the wait", async () => {
    const tab = openTab();
    void submit(tab, answer("a"));
    (await call(0)).resolve(UNANSWERED);
    await until(() => tab.waits.length === 1);
    tab.contact.wake();
    await call(1);
  });

  it("a change that is refused later is undone alone, and its author finds out why until they have read it", async () => {
    const tab = openTab();
    void submit(tab, answer("a"));
    (await call(0)).resolve(UNANSWERED);
    await submit(tab, answer("b"));
    (await call(1)).resolve(REFUSED);
    (await call(2)).resolve(ACCEPTED);
    await until(() => shown(tab).length === 0);
    const refusal = {
      id: "tab-1",
      change: answer("a"),
      event: { name: "Culte", date: "2026-11-29" },
      code: "event.not_found",
    };
    expect(tab.outbox.refusals()).toEqual([refusal]);
    tab.die();
    const reopened = openTab();
    await until(reopened.outbox.isRestored);
    expect(reopened.outbox.refusals()).toEqual([refusal]);
    await reopened.outbox.dismiss("tab-1");
    expect(reopened.outbox.refusals()).toEqual([]);
  });
});

describe("where the server asks for patience", () => {
  it.each<[SendOutcome, number]>([
    [{ status: "postponed", seconds: 42 }, 42_000],
    [{ status: "postponed", seconds: null }, 200],
  ])("%o: nothing is sent before, and the change is kept", async (postponed, milliseconds) => {
    const tab = openTab();
    const outcome = submit(tab, answer("a"));
    (await call(0)).resolve(postponed);
    expect(await outcome).toEqual(STORED);
    await until(() => tab.waits.length === 1);
    expect([tab.waits[0]?.milliseconds, tab.contact.isOnline()]).toEqual([milliseconds, true]);
    tab.waits[0]?.end();
    (await call(1)).resolve(ACCEPTED);
    await until(() => tab.accepted.length === 1);
  });

  it("waking the page does not shorten a wait that it named", async () => {
    const tab = openTab();
    void submit(tab, answer("a"));
    (await call(0)).resolve({ status: "postponed", seconds: 42 });
    await until(() => tab.waits.length === 1);
    tab.contact.wake();
    await submit(tab, answer("b"));
    expect(sent).toHaveLength(1);
  });
});

describe("where the server fails at a change", () => {
  const FAILED: SendOutcome = { status: "failed", reference: "3f2a9c1b-7d4e" };
  const TRIES = 12;

  it("it is tried for two minutes, whatever happens meanwhile; then it steps aside, its author can read why, and the rest goes on", async () => {
    const tab = openTab();
    const outcomes = [submit(tab, answer("a")), submit(tab, answer("b"))];
    for (let index = 0; index < TRIES - 1; index += 1) {
      const { change, resolve } = await call(index);
      expect(change).toEqual(answer("a"));
      resolve(FAILED);
      await until(() => tab.waits.length > index);
      tab.contact.wake();
      expect(tab.waits[index]?.milliseconds).toBe(10_000);
      tab.waits[index]?.end();
    }
    expect(await Promise.all(outcomes)).toEqual([STORED, STORED]);
    (await call(TRIES - 1)).resolve(FAILED);
    expect((await call(TRIES)).change).toEqual(answer("b"));
    expect(tab.outbox.refusals()).toMatchObject([
      { change: answer("a"), code: "server.failure", reference: "3f2a9c1b-7d4e" },
    ]);
    (await call(TRIES)).resolve(ACCEPTED);
    await until(() => shown(tab).length === 0);
    expect([tab.accepted, await storedEntries()]).toEqual([[answer("b")], 0]);
  });

  it("a server that cannot be reached is no such try: the change waits as long as that lasts", async () => {
    const tab = openTab();
    void submit(tab, answer("a"));
    for (let index = 0; index < 3 * TRIES; index += 1) {
      (await call(index)).resolve(UNANSWERED);
      await until(() => tab.waits.length > index);
      tab.waits[index]?.end();
    }
    expect([shown(tab), tab.outbox.refusals()]).toEqual([[answer("a")], []]);
  });
});

describe("where the session is refused", () => {
  it("nothing more is sent, all is kept, and the caller is told to look who is signed in", async () => {
    const tab = openTab();
    const outcomes = [submit(tab, answer("a")), submit(tab, answer("b"))];
    (await call(0)).resolve({ status: "session_refused" });
    expect(await Promise.all(outcomes)).toEqual([STORED, STORED]);
    expect([tab.sessionRefusals(), sent.length, await storedEntries(), tab.waits]).toEqual([1, 1, 2, []]);
  });

  it("it is tried again once something gives reason to", async () => {
    const tab = openTab();
    void submit(tab, answer("a"));
    (await call(0)).resolve({ status: "session_refused" });
    await until(() => tab.outbox.delayedCount() === 1);
    tab.contact.wake();
    (await call(1)).resolve(ACCEPTED);
    await until(() => tab.accepted.length === 1);
  });
});

describe("the tabs of a browser", () => {
  it("show the same, and one of them sends", async () => {
    const [first, second] = [openTab("first"), openTab("second")];
    const outcome = submit(first, answer("a"));
    await until(() => shown(second).length === 1);
    (await call(0)).resolve(ACCEPTED);
    expect(await outcome).toEqual(DONE);
    await until(() => shown(second).length === 0);
    expect(second.accepted).toEqual([answer("a")]);
    expect(sent).toHaveLength(1);
  });

  it("send in the order in which changes were stored, whichever tab they came from", async () => {
    const [first, second] = [openTab("first"), openTab("second")];
    void submit(first, answer("a"));
    await call(0);
    const later = submit(second, answer("b"));
    await until(() => shown(first).length === 2);
    expect(sent).toHaveLength(1);
    (await call(0)).resolve(ACCEPTED);
    expect((await call(1)).change).toEqual(answer("b"));
    (await call(1)).resolve(REFUSED);
    expect(await later).toEqual(REFUSED);
    await until(() => shown(second).length === 0 && second.outbox.refusals().length === 0);
  });

  it("learn from one that the server is silent", async () => {
    const [first, second] = [openTab("first"), openTab("second")];
    void submit(first, answer("a"));
    await call(0);
    const later = submit(second, answer("b"));
    await until(() => shown(first).length === 2);
    (await call(0)).resolve(UNANSWERED);
    expect(await later).toEqual(STORED);
    expect([second.contact.isOnline(), second.outbox.delayedCount()]).toEqual([false, 2]);
  });

  it("send again what was in flight when one died", async () => {
    const [first, second] = [openTab("first"), openTab("second")];
    void submit(first, deletion("a"));
    await call(0);
    await until(() => shown(second).length === 1);
    first.die();
    const again = await call(1);
    expect(again).toMatchObject({ tab: "second", change: deletion("a"), isRepeated: true });
    again.resolve(ACCEPTED);
    await until(() => shown(second).length === 0);
  });

  it("tell its author, where a later answer from another took an answer's place before it was sent", async () => {
    const [first, second] = [openTab("first"), openTab("second")];
    void submit(first, answer("a"));
    await call(0);
    const earlier = submit(first, answer("b"));
    await until(() => shown(second).length === 2);
    const later = submit(second, answer("b", "absent"));
    expect(await earlier).toEqual(STORED);
    (await call(0)).resolve(ACCEPTED);
    const { change, resolve } = await call(1);
    expect(change).toEqual({ ...answer("b", "absent"), comment: "" });
    resolve(ACCEPTED);
    expect(await later).toEqual(DONE);
  });

  it("find, when somebody returns to one, what another stored that died before it could tell", async () => {
    const first = openTab("first", { openChannel: () => new BroadcastChannel("nobody hears") });
    const second = openTab("second");
    await until(second.outbox.isRestored);
    void submit(first, answer("a"));
    await call(0);
    first.die();
    expect(shown(second)).toEqual([]);
    await second.outbox.revisit();
    expect(await call(1)).toMatchObject({ tab: "second", change: answer("a") });
  });

  it("take no harm from what another version of the page says", async () => {
    const tab = openTab();
    const channel = new BroadcastChannel(name);
    for (const message of ["hello", null, { type: "accepted", id: 1 }, { type: "changed" }]) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
      channel.postMessage(message);
    }
    void submit(tab, answer("a"));
    (await call(0)).resolve(ACCEPTED);
    await until(() => shown(tab).length === 0);
    channel.close();
  });

  const refusing = { request: () => Promise.reject(new DOMException("blocked", "SecurityError")) };
  it.each<[string, Partial<OutboxPorts>]>([
    ["knows no locks", { locks: undefined }],
    ["refuses locks", { locks: refusing }],
    [
      "refuses channels",
      {
        openChannel: () => {
          throw new DOMException("blocked", "SecurityError");
        },
      },
    ],
  ])("send all the same where the browser %s", async (_, environment) => {
    const tab = openTab("tab", environment);
    const outcome = submit(tab, answer("a"));
    (await call(0)).resolve(ACCEPTED);
    expect(await outcome).toEqual(DONE);
  });
});

describe("what is stored", () => {
  it("is sent by the next page, as something that the server may have already", async () => {
    const tab = openTab();
    void submit(tab, deletion("a"));
    await call(0);
    tab.die();
    const next = openTab("next");
    expect(await call(1)).toMatchObject({ change: deletion("a"), isRepeated: true, tab: "next" });
    expect([shown(next), next.outbox.delayedCount()]).toEqual([[deletion("a")], 1]);
  });

  it("is its author's alone: another person's page neither shows nor sends it", async () => {
    openTab().die();
    const tab = openTab();
    void submit(tab, answer("a"));
    await call(0);
    tab.die();
    const other = openTab("other", { userId: "david", name: crypto.randomUUID() });
    await until(other.outbox.isRestored);
    expect([shown(other), sent.length]).toEqual([[], 1]);
  });

  it("of a format to come stays as it is, and changes are made without being kept", async () => {
    const record = { format: 2, letters: ["a"] };
    await set("camille", record, store);
    const tab = openTab();
    await until(tab.outbox.hasUnreadable);
    const outcome = submit(tab, answer("a"));
    expect(shown(tab)).toEqual([answer("a")]);
    (await call(0)).resolve(ACCEPTED);
    expect(await outcome).toEqual(DONE);
    expect(await get("camille", store)).toEqual(record);
  });

  it("keeps a line that cannot be read, says so, and sends the others", async () => {
    const tab = openTab();
    void submit(tab, answer("a"));
    await call(0);
    tab.die();
    const record = await get<{ entries: unknown[] }>("camille", store);
    const strange = { id: "x", change: { type: "event.painted" } };
    await set("camille", { ...record, entries: [strange, ...(record?.entries ?? [])] }, store);
    const next = openTab("next");
    await until(next.outbox.hasUnreadable);
    (await call(1)).resolve(ACCEPTED);
    await until(() => shown(next).length === 0);
    expect(await get("camille", store)).toMatchObject({ entries: [strange] });
  });

  it("is gone when it is dropped", async () => {
    const tab = openTab();
    void submit(tab, answer("a"));
    (await call(0)).resolve(UNANSWERED);
    await until(() => tab.waits.length === 1);
    await tab.outbox.drop();
    expect([shown(tab), await get("camille", store)]).toEqual([[], undefined]);
    tab.waits[0]?.end();
    await submit(tab, answer("b"));
    expect((await call(1)).change).toEqual(answer("b"));
  });
});

describe("where nothing can be stored", () => {
  const full: UseStore = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  const missing: UseStore = () => Promise.reject(new ReferenceError("indexedDB is not defined"));

  it.each<[string, UseStore, SendOutcome, SubmitOutcome]>([
    ["full, server there", full, ACCEPTED, DONE],
    ["full, server silent", full, UNANSWERED, { status: "refused", code: "storage.full" }],
    ["missing, server there", missing, ACCEPTED, DONE],
    ["missing, server silent", missing, UNANSWERED, { status: "refused", code: "server.unreachable" }],
    ["missing, change refused", missing, REFUSED, { status: "refused", code: "event.not_found" }],
    [
      "missing, too many calls",
      missing,
      { status: "postponed", seconds: 9 },
      { status: "refused", code: "request.too_many" },
    ],
    [
      "missing, session refused",
      missing,
      { status: "session_refused" },
      { status: "refused", code: "session.required" },
    ],
  ])("a change is made now or not at all (%s)", async (_, broken, sendOutcome, expected) => {
    const tab = openTab("tab", { store: broken });
    const outcome = submit(tab, answer("a"));
    expect(shown(tab)).toEqual([answer("a")]);
    (await call(0)).resolve(sendOutcome);
    expect(await outcome).toEqual(expected);
    expect([shown(tab), tab.accepted.length]).toEqual([[], expected.status === "done" ? 1 : 0]);
  });

  it("from some moment on, what the server has decided is not sent again", async () => {
    let isBroken = false;
    const tab = openTab("tab", {
      store: (mode, use) => (isBroken && mode === "readwrite" ? full(mode, use) : store(mode, use)),
    });
    const outcome = submit(tab, answer("a"));
    const first = await call(0);
    isBroken = true;
    first.resolve(ACCEPTED);
    expect(await outcome).toEqual(DONE);
    const next = submit(tab, answer("b"));
    (await call(1)).resolve(ACCEPTED);
    expect(await next).toEqual(DONE);
    expect(sent.map(({ change }) => change)).toEqual([answer("a"), answer("b")]);
  });
});
