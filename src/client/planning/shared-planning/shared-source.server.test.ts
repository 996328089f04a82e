import { get, set } from "idb-keyval";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { daysAddress, daysAround } from "#contract/planning/planning-addresses.ts";
import { type Answer, answerOf } from "#domain/availability/availability.ts";
import type { PersonChange, SubmittedChange } from "#domain/planning/planning-change.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { readChanges } from "#server/planning/changes/write-change-log.ts";
import {
  createDevice,
  type Device,
  ONLINE,
  fetchThrough,
  LOSING_ANSWERS,
  OFFLINE,
  type Page,
  answersWith,
} from "#test/support/planning/test-device.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { createEvent, type Person, positionOf, giveAnswer, TODAY } from "#test/support/server/test-planning.ts";
import type { PlanningNeed, PlanningSource } from "../planning-source.ts";

const NOVEMBER = { type: "month", month: { year: 2050, month: 11 }, groupId: "1" } as const satisfies PlanningNeed;

let pages: Page[];
let marie: Person;
/** Marie's browser. */
let device: Device;

const planning = planningForAllTests("sqlite");

beforeEach(async () => {
  pages = [];
  marie = await planning.newcomer({ firstName: "Marie", lastName: "Petit", positions: ["Voix"] });
  device = createDevice(planning.server, marie, { userId: marie.user.id });
});
afterEach(() => {
  for (const page of pages) page.die();
});

function open(from: Device): Page {
  const page = from.open();
  pages.push(page);
  return page;
}

/** Waits until the page shows it. */
async function shows({ source }: Page, isShown: (source: PlanningSource) => boolean): Promise<void> {
  while (!isShown(source)) await new Promise((resolve) => setImmediate(resolve));
}

function groupNeeds(...groupIds: readonly string[]): readonly PlanningNeed[] {
  return groupIds.map((groupId) => ({ type: "group", groupId }));
}

/** A page that shows November of group 1, and receives changes. */
async function openDashboard(from = device): Promise<Page> {
  const page = open(from);
  page.source.need(NOVEMBER);
  await page.live.catchUp();
  await shows(page, ({ snapshot, statusOf }) => snapshot().status === "ready" && statusOf(NOVEMBER) === "ready");
  return page;
}

function answer(eventId: string, given: Answer | null): SubmittedChange {
  return { type: "availability.set", eventId, person: marie.user, answer: given };
}

function eventOn({ source }: Page, eventId: string): PlannedEvent | undefined {
  return source.snapshot().planning.events.find(({ id }) => id === eventId);
}

/** The answer that Marie's page shows. */
function shownAnswer(page: Page, eventId: string): Answer | null {
  return answerOf(eventOn(page, eventId)?.availability ?? [], marie.user.id);
}

/** The answer that the server has stored. */
async function storedResponse(eventId: string): Promise<Answer | null> {
  const row = await marie.get(`/api/events/${eventId}`);
  return answerOf(row.json<PlannedEvent & Record<string, unknown>>().availability, marie.user.id);
}

describe("what screens need", () => {
  it("is a month with its neighbours, of one group; or of all groups, for admins", async () => {
    const own = await createEvent(planning.admin, { date: "2050-12-31" });
    const late = await createEvent(planning.admin, { date: "2051-01-10" });
    const other = await createEvent(planning.admin, { date: TODAY, groupId: "2" });
    const page = await openDashboard();
    expect([own, late, other].map(({ id }) => eventOn(page, id))).toEqual([own, undefined, undefined]);
    const admin = open(createDevice(planning.server, planning.admin, { userId: planning.admin.user.id }));
    admin.source.need({ ...NOVEMBER, groupId: null });
    await shows(admin, () => eventOn(admin, other.id) !== undefined);
    expect(eventOn(admin, own.id)).toEqual(own);
  });

  it("is the groups, always", async () => {
    const page = open(device);
    expect(page.source.snapshot().status).toBe("loading");
    await shows(page, ({ snapshot }) => snapshot().status === "ready");
    expect(page.source.snapshot().planning.groups.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  });

  it("is what comes next in a group", async () => {
    const next = await createEvent(planning.admin, { date: TODAY, groupId: "3" });
    const page = open(device);
    const need: PlanningNeed = { type: "upcoming", groupId: "3", from: TODAY };
    page.source.need(need);
    expect(page.source.statusOf(need)).toBe("loading");
    await shows(page, ({ statusOf }) => statusOf(need) === "ready");
    expect(eventOn(page, next.id)).toEqual(next);
  });

  it("is one event of whichever group, or that there is none", async () => {
    const event = await createEvent(planning.admin, { groupId: "2", date: "2051-03-01" });
    const page = open(device);
    const [need, none]: PlanningNeed[] = [
      { type: "event", eventId: event.id },
      // This id is also the name of a list.
      { type: "event", eventId: "upcoming" },
    ];
    if (!need || !none) throw new Error("two needs");
    for (const wanted of [need, none]) page.source.need(wanted);
    await shows(page, ({ statusOf }) => statusOf(need) === "ready" && statusOf(none) === "ready");
    expect([eventOn(page, event.id), eventOn(page, "upcoming")]).toEqual([event, undefined]);
  });

  it("is an empty month of a group that does not exist, or not any more", async () => {
    const page = open(device);
    const need = { ...NOVEMBER, groupId: "gone" };
    page.source.need(need);
    await shows(page, ({ statusOf }) => statusOf(need) === "ready");
  });

  it("is a group's members, pairs and number of events", async () => {
    const event = await createEvent(planning.admin, { groupId: "3" });
    await giveAnswer(marie, event.id, "present");
    const page = open(device);
    const need: PlanningNeed = { type: "group", groupId: "3" };
    page.source.need(need);
    await shows(page, ({ statusOf }) => statusOf(need) === "ready");
    const { members, combinablePairs } = page.source.snapshot().planning;
    expect(members?.["3"]).toContain(marie.user.id);
    expect(combinablePairs["3"]).toHaveLength(4);
    expect(page.source.eventCount("3")).toBe(2);
  });

  it("is shown once or twice for twelve groups that are read at the same time, not twelve times", async () => {
    const { admin } = planning;
    for (let index = 4; index <= 12; index += 1) await admin.post("/api/groups", { name: `Chorale ${index}` });
    const page = open(createDevice(planning.server, admin, { userId: admin.user.id }));
    await shows(page, ({ snapshot }) => snapshot().planning.groups.length === 12);
    const shown = new Set<object | null>();
    page.source.subscribe(() => shown.add(page.source.snapshot().planning.members));
    const needs = groupNeeds(...page.source.snapshot().planning.groups.map(({ id }) => id));
    for (const need of needs) page.source.need(need);
    await shows(page, ({ snapshot }) => Object.keys(snapshot().planning.members ?? {}).length === 12);
    // The first value is from before, and the cache of the browser may be loaded meanwhile.
    expect(shown.size).toBeLessThanOrEqual(3);
  });

  it("is shown after a while for the groups that were read, where the answer about another one does not come", async () => {
    const page = await openDashboard();
    device.setNetworkPath(({ path }, pass) => (path.includes("groups/2") ? new Promise(() => {}) : pass()));
    const needs = groupNeeds("1", "2", "3");
    for (const need of needs) page.source.need(need);
    await shows(page, ({ snapshot, statusOf }) => {
      const isReady = needs.filter((need) => statusOf(need) === "ready").length === 2;
      // Nothing is ready that is not shown.
      expect(Object.keys(snapshot().planning.members ?? {})).toHaveLength(isReady ? 2 : 0);
      if (!isReady) page.passTime();
      return isReady;
    });
  });

  it("fails while the server is silent and nothing of it is known, and is read as soon as it is back", async () => {
    device.setNetworkPath(OFFLINE);
    const page = open(device);
    page.source.need(NOVEMBER);
    await shows(page, ({ statusOf }) => statusOf(NOVEMBER) === "failed");
    expect(page.source.snapshot()).toMatchObject({ status: "loading", connection: { status: "offline" } });
    device.setNetworkPath(ONLINE);
    page.passTime();
    await shows(page, ({ statusOf, snapshot }) => statusOf(NOVEMBER) === "ready" && snapshot().status === "ready");
    expect(page.source.snapshot().connection).toEqual({ status: "online", unsent: 0 });
    expect(page.live.retries()).toBeGreaterThan(0);
  });

  it.each([
    ["somebody returns to the page", (page: Page) => page.returnToPage()],
    ["the change stream connects", (page: Page) => page.live.deliver({ type: "ready", position: 0 })],
  ])("is tried again at once when %s", async (_, happens) => {
    device.setNetworkPath(answersWith(502, "server.unavailable"));
    const page = open(device);
    page.source.need(NOVEMBER);
    await shows(page, ({ statusOf }) => statusOf(NOVEMBER) === "failed");
    device.setNetworkPath(ONLINE);
    happens(page);
    await shows(page, ({ statusOf }) => statusOf(NOVEMBER) === "ready");
  });

  it("waits as long as the server asks", async () => {
    device.setNetworkPath(answersWith(429, "request.too_many", { "Retry-After": "7" }));
    const page = open(device);
    await shows(page, () => page.waits().includes(7_000));
    page.returnToPage();
    await shows(page, () => page.waits().includes(7_000));
    device.setNetworkPath(ONLINE);
    page.passTime();
    await shows(page, ({ snapshot }) => snapshot().status === "ready");
  });
});

describe("a change of one's own", () => {
  it("is shown at once, and stays so: neither its acknowledgement nor the stream's copy makes it flicker", async () => {
    const event = await createEvent(planning.admin, { date: TODAY });
    const page = await openDashboard();
    const shown: (Answer | null)[] = [];
    page.source.subscribe(() => shown.push(shownAnswer(page, event.id)));
    const outcome = page.source.submit(answer(event.id, "present"));
    expect(shownAnswer(page, event.id)).toBe("present");
    expect(await outcome).toEqual({ status: "done" });
    await page.live.catchUp();
    page.source.snapshot();
    expect(new Set(shown)).toEqual(new Set(["present"]));
    expect(await storedResponse(event.id)).toBe("present");
    expect(page.source.snapshot().connection).toEqual({ status: "online", unsent: 0 });
  });

  it("that is refused is rolled back alone, and its author is told why", async () => {
    const [gone, kept] = [
      await createEvent(planning.admin, { date: TODAY }),
      await createEvent(planning.admin, { date: TODAY }),
    ];
    const page = await openDashboard();
    await planning.admin.send("DELETE", `/api/events/${gone.id}`);
    const outcomes = [gone, kept].map(({ id }) => page.source.submit(answer(id, "absent")));
    expect(await Promise.all(outcomes)).toEqual([{ status: "refused", code: "event.not_found" }, { status: "done" }]);
    expect([shownAnswer(page, gone.id), shownAnswer(page, kept.id)]).toEqual([null, "absent"]);
    expect(page.source.snapshot().lateRefusals).toEqual([]);
  });

  it("asks nothing of the server where that makes it itself", async () => {
    const page = await openDashboard();
    device.setNetworkPath(OFFLINE);
    const [changed, removed]: PersonChange[] = [
      { type: "person.changed", person: marie.user, from: TODAY },
      { type: "person.removed", userId: marie.user.id },
    ];
    if (!changed || !removed) throw new Error("two changes");
    expect([await page.source.applyPersonChange(changed), await page.source.applyPersonChange(removed)]).toEqual([
      { status: "done" },
      { status: "done" },
    ]);
  });

  it("is not shown in effect where a later word stands", async () => {
    const event = await createEvent(planning.admin, { date: TODAY });
    const slow = createDevice(planning.server, marie, { userId: marie.user.id, now: () => Date.parse("2050-01-01") });
    const page = await openDashboard(slow);
    await giveAnswer(marie, event.id, "absent");
    expect(await page.source.submit(answer(event.id, "present"))).toEqual({ status: "done" });
    await page.live.catchUp();
    expect([shownAnswer(page, event.id), await storedResponse(event.id)]).toEqual(["absent", "absent"]);
  });
});

describe("without the server", () => {
  it("what was read is shown again after a reload, with what was not sent; it is sent on return", async () => {
    const [first, second, third] = [
      await createEvent(planning.admin, { date: TODAY }),
      await createEvent(planning.admin, { date: TODAY }),
      await createEvent(planning.admin, { date: TODAY }),
    ];
    const page = await openDashboard();
    await page.source.submit(answer(first.id, "present"));
    await stores(page, '"status":"present"');
    device.setNetworkPath(OFFLINE);
    const outcomes = [second, third].map(({ id }) => page.source.submit(answer(id, "absent")));
    expect(await Promise.all(outcomes)).toEqual([{ status: "stored" }, { status: "stored" }]);
    page.die();

    const reloaded = open(device);
    reloaded.source.need(NOVEMBER);
    await shows(reloaded, ({ snapshot }) => snapshot().connection?.unsent === 2 && snapshot().status === "ready");
    expect([first, second, third].map(({ id }) => shownAnswer(reloaded, id))).toEqual(["present", "absent", "absent"]);
    expect(reloaded.source.statusOf(NOVEMBER)).toBe("ready");
    expect(reloaded.source.unsent()).toBe(2);

    await planning.admin.send("DELETE", `/api/events/${second.id}`);
    device.setNetworkPath(ONLINE);
    reloaded.returnToPage();
    await shows(reloaded, () => reloaded.source.unsent() === 0);
    expect(reloaded.source.snapshot().lateRefusals).toMatchObject([
      { code: "event.not_found", event: { name: second.name, date: TODAY }, change: { eventId: second.id } },
    ]);
    expect(await storedResponse(third.id)).toBe("absent");
  });
});

describe("an answer of the server that is lost", () => {
  it("leaves one event, where an admin's page creates it again", async () => {
    const admin = createDevice(planning.server, planning.admin, { userId: planning.admin.user.id });
    const page = await openDashboard(admin);
    const id = crypto.randomUUID();
    const event = { id, groupId: "1", name: "Veillée", date: TODAY, time: "20:00", location: "Temple" };
    admin.setNetworkPath(LOSING_ANSWERS);
    expect(await page.source.submit({ type: "event.created", event })).toEqual({ status: "stored" });
    expect(eventOn(page, id)).toEqual({ ...event, availability: [] });
    admin.setNetworkPath(ONLINE);
    page.returnToPage();
    await shows(page, () => page.source.unsent() === 0);
    await page.live.catchUp();
    expect(page.source.snapshot().planning.events.filter((row) => row.id === id)).toEqual([
      { ...event, availability: [] },
    ]);
    expect(page.source.snapshot().lateRefusals).toEqual([]);
  });

  it("leaves nothing to tell, where what was deleted is deleted again", async () => {
    const event = await createEvent(planning.admin, { date: TODAY });
    const admin = createDevice(planning.server, planning.admin, { userId: planning.admin.user.id });
    const page = await openDashboard(admin);
    admin.setNetworkPath(LOSING_ANSWERS);
    await page.source.submit({ type: "event.deleted", eventId: event.id });
    admin.setNetworkPath(ONLINE);
    page.returnToPage();
    await shows(page, () => page.source.unsent() === 0);
    expect([eventOn(page, event.id), page.source.snapshot().lateRefusals]).toEqual([undefined, []]);
  });
});

describe("a deletion that is taken back", () => {
  /** A page in an admin's own browser. */
  async function openAsAdmin(): Promise<{ admin: Device; page: Page }> {
    const admin = createDevice(planning.server, planning.admin, { userId: planning.admin.user.id });
    return { admin, page: await openDashboard(admin) };
  }

  async function remove(page: Page, change: SubmittedChange) {
    const outcome = await page.source.submit(change);
    if (outcome.status === "refused" || outcome.undo === undefined) throw new Error("nothing to take back");
    return { status: outcome.status, undo: outcome.undo };
  }

  it("while the server is silent is shown at once, and sent after the deletion, in order", async () => {
    const event = await createEvent(planning.admin, { date: TODAY });
    await giveAnswer(marie, event.id, "present");
    const { admin, page } = await openAsAdmin();
    const start = positionOf(await marie.get("/api/groups"));
    admin.setNetworkPath(OFFLINE);
    const { status, undo } = await remove(page, { type: "event.deleted", eventId: event.id });
    expect([status, eventOn(page, event.id)]).toEqual(["stored", undefined]);
    expect(await page.source.submit(undo)).toEqual({ status: "stored" });
    expect(shownAnswer(page, event.id)).toBe("present");
    admin.setNetworkPath(ONLINE);
    page.returnToPage();
    await shows(page, () => page.source.unsent() === 0);
    const changes = await readChanges(planning.server.database, start, 10);
    expect(changes.map(({ change }) => change)).toEqual([{ type: "event.deleted", eventId: event.id }, null]);
    expect(await storedResponse(event.id)).toBe("present");
    expect([shownAnswer(page, event.id), page.source.snapshot().lateRefusals]).toEqual(["present", []]);
  });

  it("stays in view while the stream has all read again, with what else was heard before", async () => {
    const [event, other] = [
      await createEvent(planning.admin, { date: TODAY }),
      await createEvent(planning.admin, { date: TODAY }),
    ];
    const { page } = await openAsAdmin();
    await giveAnswer(marie, other.id, "absent");
    await page.live.catchUp();
    const { undo } = await remove(page, { type: "event.deleted", eventId: event.id });
    expect(await page.source.submit(undo)).toEqual({ status: "done" });
    const shown: unknown[] = [];
    page.source.subscribe(() => shown.push([eventOn(page, event.id)?.name, shownAnswer(page, other.id)]));
    await page.live.catchUp();
    await shows(page, () => shown.length > 2);
    expect(new Set(shown.map((state) => JSON.stringify(state)))).toEqual(
      new Set([JSON.stringify([event.name, "absent"])]),
    );
  });

  it("brings what this page never knew of, with and without a stream", async () => {
    const made = await planning.admin.post("/api/groups", { name: "Chorale" });
    const groupId = made.json<{ id: string } & Record<string, unknown>>().id;
    for (const date of [TODAY, "2052-01-01"]) await createEvent(planning.admin, { date, groupId });
    const need: PlanningNeed = { type: "group", groupId };
    const { page } = await openAsAdmin();
    for (const isLive of [true, false]) {
      if (!isLive) page.live.deliver({ type: "down" });
      page.source.need(need);
      await shows(page, ({ statusOf, eventCount }) => statusOf(need) === "ready" && eventCount(groupId) === 2);
      const { undo } = await remove(page, { type: "group.deleted", groupId });
      await page.source.submit(undo);
      if (isLive) await page.live.catchUp();
      await shows(page, ({ eventCount }) => eventCount(groupId) === 2);
    }
  });
});

describe("what others change", () => {
  it("is shown as the stream tells it", async () => {
    const event = await createEvent(planning.admin, { date: TODAY });
    const page = await openDashboard();
    await giveAnswer(planning.admin, event.id, "present");
    await page.live.catchUp();
    expect(eventOn(page, event.id)?.availability).toHaveLength(planning.admin.user.positions.length);
    await planning.admin.send("DELETE", `/api/events/${event.id}`);
    await page.live.catchUp();
    expect(eventOn(page, event.id)).toBeUndefined();
  });

  it("between reading and the beginning of the stream is read again", async () => {
    const page = open(device);
    page.source.need(NOVEMBER);
    await shows(page, ({ statusOf }) => statusOf(NOVEMBER) === "ready");
    const event = await createEvent(planning.admin, { date: TODAY });
    await page.live.catchUp();
    await shows(page, () => eventOn(page, event.id) !== undefined);
  });

  it("before a read that is under way when the stream begins is not read twice", async () => {
    const event = await createEvent(planning.admin, { date: TODAY });
    const former = await openDashboard();
    await stores(former, event.id);
    former.die();
    const added = await createEvent(planning.admin, { date: TODAY });
    const network = Promise.withResolvers<void>();
    const calls: string[] = [];
    device.setNetworkPath(async ({ path }, pass) => {
      calls.push(path);
      await network.promise;
      return pass();
    });
    const page = open(device);
    page.source.need(NOVEMBER);
    await shows(page, () => eventOn(page, event.id) !== undefined);
    await page.live.catchUp();
    network.resolve();
    await shows(page, () => eventOn(page, added.id) !== undefined);
    expect(calls).toEqual(["/api/groups", daysAddress("1", daysAround(NOVEMBER.month))]);
  });

  it("without the stream knowing how is read again", async () => {
    const page = await openDashboard();
    const event = await createEvent(planning.admin, { date: TODAY });
    page.live.deliver({ type: "reload", position: positionOf(await marie.get("/api/groups")) });
    await shows(page, () => eventOn(page, event.id) !== undefined);
  });

  it("is read as if for the first time where the log is another one: a backup was restored", async () => {
    const page = await openDashboard();
    const need: PlanningNeed = { type: "group", groupId: "1" };
    const release = page.source.need(need);
    await shows(page, ({ statusOf }) => statusOf(need) === "ready");
    release();
    device.setNetworkPath(OFFLINE);
    page.live.deliver({ type: "reload", position: 0 });
    expect([page.source.statusOf(need), page.source.statusOf(NOVEMBER)]).toEqual(["loading", "ready"]);
  });

  it("while the stream is down is read when somebody returns to the page", async () => {
    const page = await openDashboard();
    page.live.deliver({ type: "down" });
    expect(page.source.snapshot().connection).toEqual({ status: "offline", unsent: 0 });
    const event = await createEvent(planning.admin, { date: TODAY });
    page.returnToPage();
    await shows(page, () => eventOn(page, event.id) !== undefined);
    expect(page.source.snapshot().connection).toEqual({ status: "online", unsent: 0 });
  });

  it("also by an answer to an event that is not known here: who belongs to its group is read again", async () => {
    const far = await createEvent(planning.admin, { date: "2051-06-01", groupId: "2" });
    const page = await openDashboard();
    const need: PlanningNeed = { type: "group", groupId: "2" };
    page.source.need(need);
    await shows(page, ({ statusOf }) => statusOf(need) === "ready");
    const david = await planning.newcomer();
    await giveAnswer(david, far.id, "absent");
    await page.live.catchUp();
    await shows(page, ({ snapshot }) => snapshot().planning.members?.["2"]?.includes(david.user.id) === true);
    await planning.admin.send("DELETE", `/api/events/${far.id}`);
    const before = page.source.eventCount("2");
    await page.live.catchUp();
    await shows(page, ({ eventCount }) => eventCount("2") === before - 1);
  });

  it("leaves enough of what comes next", async () => {
    const group = await planning.admin.post("/api/groups", { name: "Chorale" });
    const groupId = group.json<{ id: string } & Record<string, unknown>>().id;
    const days = Array.from({ length: 14 }, (_, index) => `2051-01-${String(index + 10)}`);
    const events: PlannedEvent[] = [];
    for (const date of days) events.push(await createEvent(planning.admin, { date, groupId }));
    const page = open(device);
    const need: PlanningNeed = { type: "upcoming", groupId, from: TODAY };
    page.source.need(need);
    await page.live.catchUp();
    await shows(page, ({ statusOf }) => statusOf(need) === "ready");
    expect(eventOn(page, events[12]?.id ?? "")).toBeUndefined();
    for (const { id } of events.slice(0, 6)) await planning.admin.send("DELETE", `/api/events/${id}`);
    await page.live.catchUp();
    await shows(page, () => eventOn(page, events[12]?.id ?? "") !== undefined);
  });

  it("is told hundreds of times without an end to what is kept of it", async () => {
    const event = await createEvent(planning.admin, { date: TODAY });
    const page = await openDashboard();
    const start = positionOf(await marie.get("/api/groups"));
    const { user: person } = planning.admin;
    for (let turn = 1; turn <= 320; turn += 1) {
      const given = turn % 2 === 0 ? "present" : "absent";
      const change = { type: "availability.set", eventId: event.id, person, answer: given } as const;
      page.live.deliver({ type: "change", position: start + turn, change });
    }
    expect(answerOf(eventOn(page, event.id)?.availability ?? [], person.id)).toBe("present");
    const change = { type: "availability.set", eventId: event.id, person, answer: null } as const;
    page.live.deliver({ type: "change", position: start + 321, change });
    expect(eventOn(page, event.id)?.availability).toEqual([]);
  });
});

describe("under a session that is not theirs", () => {
  it("nothing of theirs is sent or read, all is kept, and the caller is told", async () => {
    const event = await createEvent(planning.admin, { date: TODAY });
    const page = await openDashboard();
    const david = await planning.newcomer();
    const asDavid = fetchThrough(david);
    device.setNetworkPath(({ path, init }) => asDavid(path, init));
    expect(await page.source.submit(answer(event.id, "present"))).toEqual({ status: "stored" });
    expect([page.sessionRefusals(), page.source.unsent()]).toEqual([1, 1]);
    page.source.need({ type: "group", groupId: "1" });
    await shows(page, ({ statusOf }) => statusOf({ type: "group", groupId: "1" }) === "failed");
    expect(page.sessionRefusals()).toBe(2);
    device.setNetworkPath(ONLINE);
    page.returnToPage();
    await shows(page, () => page.source.unsent() === 0);
    expect(await storedResponse(event.id)).toBe("present");
  });
});

describe("what is stored of what was read", () => {
  it.each([
    ["of another version", (text: string) => text.replace(/"buster":"[^"]*"/, '"buster":"0"')],
    ["that cannot be read", (text: string) => text.slice(1)],
    ["of another shape", (text: string) => text.replaceAll('"groupId"', '"group"')],
    ["too old", (text: string) => text.replace(/"timestamp":\d+/, '"timestamp":1')],
  ])("is dropped %s, and what was not sent is not", async (_, spoil) => {
    const event = await createEvent(planning.admin, { date: TODAY });
    const page = await openDashboard();
    await stores(page, event.id);
    device.setNetworkPath(OFFLINE);
    await page.source.submit(answer(event.id, "present"));
    page.die();
    await set(marie.user.id, spoil(await storedReads()), device.stores.reads);
    const reopened = open(device);
    await shows(reopened, () => reopened.source.unsent() === 1);
    await shows(reopened, ({ snapshot }) => snapshot().connection?.status === "offline");
    expect(reopened.source.snapshot().status).toBe("loading");
    device.setNetworkPath(ONLINE);
    reopened.returnToPage();
    await shows(reopened, () => reopened.source.unsent() === 0);
    expect(await storedResponse(event.id)).toBe("present");
  });

  it("is dropped at sign-out; what was not sent, only when told so", async () => {
    const event = await createEvent(planning.admin, { date: TODAY });
    const page = await openDashboard();
    await stores(page, event.id);
    device.setNetworkPath(OFFLINE);
    await page.source.submit(answer(event.id, "present"));
    await page.source.forget({ unsent: false });
    const { reads, outbox } = device.stores;
    expect(await get(marie.user.id, reads)).toBeUndefined();
    expect(await get(marie.user.id, outbox)).toBeDefined();
    await page.source.forget({ unsent: true });
    expect(await get(marie.user.id, outbox)).toBeUndefined();
    expect(page.source.unsent()).toBe(0);
  });

  it("goes with what was not sent when they delete their account, not when somebody else does", async () => {
    const event = await createEvent(planning.admin, { date: TODAY });
    const page = await openDashboard();
    await stores(page, event.id);
    device.setNetworkPath(OFFLINE);
    await page.source.submit(answer(event.id, "present"));
    await page.source.applyPersonChange({ type: "person.removed", userId: "somebody" });
    expect(await get(marie.user.id, device.stores.outbox)).toBeDefined();
    await page.source.applyPersonChange({ type: "person.removed", userId: marie.user.id });
    expect(await get(marie.user.id, device.stores.outbox)).toBeUndefined();
    expect(page.source.unsent()).toBe(0);
  });
});

/** Waits until the page's stored reads contain this text. */
async function stores(page: Page, text: string): Promise<void> {
  while (!(await storedReads()).includes(text)) {
    page.passTime();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function storedReads(): Promise<string> {
  return (await get<string>(marie.user.id, device.stores.reads)) ?? "";
}
