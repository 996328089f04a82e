import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, answerOf } from "#domain/availability.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import {
  createEvent,
  type Person,
  type PlanningServer,
  say,
  startPlanningServer,
  TODAY,
} from "#server/planning/test-planning.ts";
import type { PlanningNeed, PlanningSource } from "../planning-source.ts";
import { createDevice, type Device, DIRECT, NOBODY, type Page, says } from "./test-device.ts";

const NOVEMBER: PlanningNeed = { type: "month", month: { year: 2050, month: 11 }, groupId: "1" };

let planning: PlanningServer;
let pages: Page[];
let marie: Person;
/** Marie's browser. */
let device: Device;

beforeAll(async () => {
  planning = await startPlanningServer("sqlite");
});
afterAll(() => planning.stop());

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

/** Until the page shows it. */
async function shows({ source }: Page, isShown: (source: PlanningSource) => boolean): Promise<void> {
  while (!isShown(source)) await new Promise((resolve) => setImmediate(resolve));
}

/** A page that shows November of group 1, and hears changes. */
async function openDashboard(from = device): Promise<Page> {
  const page = open(from);
  page.source.need(NOVEMBER);
  await page.live.catchUp();
  await shows(page, ({ snapshot, statusOf }) => snapshot().status === "ready" && statusOf(NOVEMBER) === "ready");
  return page;
}

function answer(eventId: string, given: Answer | null): PlanningChange {
  return { type: "availability.set", eventId, person: marie.user, answer: given };
}

function eventOn({ source }: Page, eventId: string): PlannedEvent | undefined {
  return source.snapshot().planning.events.find(({ id }) => id === eventId);
}

/** What Marie is shown to have said. */
function saidOn(page: Page, eventId: string): Answer | null {
  return answerOf(eventOn(page, eventId)?.availability ?? [], marie.user.id);
}

/** What the server holds of it. */
async function storedAnswer(eventId: string): Promise<Answer | null> {
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
    const boss = open(createDevice(planning.server, planning.admin, { userId: planning.admin.user.id }));
    boss.source.need({ ...NOVEMBER, groupId: null });
    await shows(boss, () => eventOn(boss, other.id) !== undefined);
    expect(eventOn(boss, own.id)).toEqual(own);
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
      { type: "event", eventId: "gone" },
    ];
    if (!need || !none) throw new Error("two needs");
    for (const wanted of [need, none]) page.source.need(wanted);
    await shows(page, ({ statusOf }) => statusOf(need) === "ready" && statusOf(none) === "ready");
    expect([eventOn(page, event.id), eventOn(page, "gone")]).toEqual([event, undefined]);
  });

  it("is a group's members, pairs and number of events", async () => {
    const event = await createEvent(planning.admin, { groupId: "3" });
    await say(marie, event.id, "present");
    const page = open(device);
    const need: PlanningNeed = { type: "group", groupId: "3" };
    page.source.need(need);
    await shows(page, ({ statusOf }) => statusOf(need) === "ready");
    const { members, combinablePairs } = page.source.snapshot().planning;
    expect(members?.["3"]).toContain(marie.user.id);
    expect(combinablePairs["3"]).toHaveLength(4);
    expect(page.source.eventCount("3")).toBe(2);
  });

  it("fails while the server is silent and nothing of it is known, and is read as soon as it is back", async () => {
    device.travel(NOBODY);
    const page = open(device);
    page.source.need(NOVEMBER);
    await shows(page, ({ statusOf }) => statusOf(NOVEMBER) === "failed");
    expect(page.source.snapshot()).toMatchObject({ status: "loading", connection: { status: "offline" } });
    device.travel(DIRECT);
    page.passTime();
    await shows(page, ({ statusOf, snapshot }) => statusOf(NOVEMBER) === "ready" && snapshot().status === "ready");
    expect(page.source.snapshot().connection).toEqual({ status: "online", unsent: 0 });
    expect(page.live.retries()).toBeGreaterThan(0);
  });

  it.each([
    ["somebody returns to the page", (page: Page) => page.comeBack()],
    ["the change stream connects", (page: Page) => page.live.tell({ type: "ready", position: 0 })],
  ])("is tried again at once when %s", async (_, happens) => {
    device.travel(says(502, "server.unavailable"));
    const page = open(device);
    page.source.need(NOVEMBER);
    await shows(page, ({ statusOf }) => statusOf(NOVEMBER) === "failed");
    device.travel(DIRECT);
    happens(page);
    await shows(page, ({ statusOf }) => statusOf(NOVEMBER) === "ready");
  });

  it("waits as long as the server asks", async () => {
    device.travel(says(429, "request.too_many", { "Retry-After": "7" }));
    const page = open(device);
    await shows(page, () => page.waits().includes(7_000));
    page.comeBack();
    await shows(page, () => page.waits().includes(7_000));
    device.travel(DIRECT);
    page.passTime();
    await shows(page, ({ snapshot }) => snapshot().status === "ready");
  });
});

describe("a change of one's own", () => {
  it("is shown at once, and stays so: neither its acknowledgement nor the stream's copy makes it flicker", async () => {
    const event = await createEvent(planning.admin, { date: TODAY });
    const page = await openDashboard();
    const shown: (Answer | null)[] = [];
    page.source.subscribe(() => shown.push(saidOn(page, event.id)));
    const outcome = page.source.submit(answer(event.id, "present"));
    expect(saidOn(page, event.id)).toBe("present");
    expect(await outcome).toEqual({ status: "done" });
    await page.live.catchUp();
    page.source.snapshot();
    expect(new Set(shown)).toEqual(new Set(["present"]));
    expect(await storedAnswer(event.id)).toBe("present");
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
    expect([saidOn(page, gone.id), saidOn(page, kept.id)]).toEqual([null, "absent"]);
    expect(page.source.snapshot().lateRefusals).toEqual([]);
  });

  it("asks nothing of the server where that makes it itself", async () => {
    const page = await openDashboard();
    device.travel(NOBODY);
    const [changed, removed]: PlanningChange[] = [
      { type: "person.changed", person: marie.user, from: TODAY },
      { type: "person.removed", userId: marie.user.id },
    ];
    if (!changed || !removed) throw new Error("two changes");
    expect([await page.source.submit(changed), await page.source.submit(removed)]).toEqual([
      { status: "done" },
      { status: "done" },
    ]);
  });

  it("is not shown in effect where a later word stands", async () => {
    const event = await createEvent(planning.admin, { date: TODAY });
    const slow = createDevice(planning.server, marie, { userId: marie.user.id, now: () => Date.parse("2050-01-01") });
    const page = await openDashboard(slow);
    await say(marie, event.id, "absent");
    expect(await page.source.submit(answer(event.id, "present"))).toEqual({ status: "done" });
    await page.live.catchUp();
    expect([saidOn(page, event.id), await storedAnswer(event.id)]).toEqual(["absent", "absent"]);
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
    page.passTime();
    await page.source.submit(answer(first.id, "present"));
    await stored(page);
    device.travel(NOBODY);
    const outcomes = [second, third].map(({ id }) => page.source.submit(answer(id, "absent")));
    expect(await Promise.all(outcomes)).toEqual([{ status: "kept" }, { status: "kept" }]);
    page.die();

    const reloaded = open(device);
    reloaded.source.need(NOVEMBER);
    await shows(reloaded, ({ snapshot }) => snapshot().connection?.unsent === 2 && snapshot().status === "ready");
    expect([first, second, third].map(({ id }) => saidOn(reloaded, id))).toEqual(["present", "absent", "absent"]);
    expect(reloaded.source.statusOf(NOVEMBER)).toBe("ready");
    expect(reloaded.source.unsent()).toBe(2);

    await planning.admin.send("DELETE", `/api/events/${second.id}`);
    device.travel(DIRECT);
    reloaded.comeBack();
    await shows(reloaded, () => reloaded.source.unsent() === 0);
    expect(reloaded.source.snapshot().lateRefusals).toMatchObject([
      { code: "event.not_found", event: { name: second.name, date: TODAY }, change: { eventId: second.id } },
    ]);
    expect(await storedAnswer(third.id)).toBe("absent");
  });
});

/** What the page has to store is stored. */
async function stored(page: Page): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  page.passTime();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
