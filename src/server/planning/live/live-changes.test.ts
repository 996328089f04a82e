import { beforeEach, describe, expect, test } from "vitest";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { follow, isReload, positionIn, renameGroup, startOf, mentions } from "#test/support/server/test-live.ts";
import { startPlanningServer } from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { ENGINES } from "#test/support/server/test-server.ts";
import type { TestStream } from "#test/support/server/test-stream.ts";
import { readState } from "../changes/write-change-log.ts";

const PATH = "/api/changes";

function namesIn({ events }: TestStream): string[] {
  // A beat comes by the clock, at any point between the others.
  return events.filter(({ event }) => event !== "beat").map(({ id, event }) => `${id} ${event}`);
}

/** `3 change`, `4 change`, … as `namesIn` returns them. */
function changesFrom(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, number) => `${first + number} change`);
}

describe.each(ENGINES)("the stream of changes on %s", (engine) => {
  /** Where the log stands when a test begins. */
  let head: number;

  const running = planningForAllTests(engine);
  beforeEach(async () => {
    head = (await readState(running.server.database)).position;
  });

  function open(after?: number, headers?: Record<string, string>): Promise<TestStream> {
    return follow(running.server, running.admin, after, headers);
  }

  async function rename(...names: string[]): Promise<void> {
    for (const name of names) await renameGroup(running.admin, name);
  }

  /** The lines of the log that are about the request of this answer. */
  function linesOf({ headers }: Pick<TestStream, "headers">): unknown[] {
    const id = String(headers["x-request-id"]);
    return running.server.log.filter((line) => line.includes(id)).map((line) => JSON.parse(line) as unknown);
  }

  test("begins at the log's position, and tells each change as it is accepted", async () => {
    const stream = await open();
    expect(await startOf(stream)).toBe(head);
    await rename("Louange");
    await stream.find(mentions("Louange"));
    expect(stream.events).toEqual([
      { id: String(head), event: "ready", data: {} },
      { id: String(head + 1), event: "change", data: { type: "group.renamed", groupId: "1", name: "Louange" } },
    ]);
    stream.leave();
  });

  test("is guarded like every answer, kept by nobody, and held back by no proxy", async () => {
    const { headers, leave } = await open();
    expect(headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("default-src 'none'") as string,
    });
    expect(headers["x-hono-already-sent"]).toBeUndefined();
    leave();
  });

  test("has a line in the log when it begins, and one when it ends", async () => {
    const stream = await open();
    expect(linesOf(stream)).toMatchObject([{ msg: "request", path: PATH, status: 200 }]);
    stream.leave();
    await expect.poll(() => linesOf(stream)).toHaveLength(2);
    expect(linesOf(stream)[1]).toMatchObject({ msg: "stream ended", end: "client left" });
  });

  test("is only a head for a HEAD request", async () => {
    const answer = await running.admin.send("HEAD", PATH);
    expect([answer.status, answer.headers["content-type"], answer.text]).toEqual([200, "text/event-stream", ""]);
    await running.admin.get("/api/health");
    expect(linesOf(answer)).toMatchObject([{ msg: "request", method: "HEAD" }]);
  });

  test("tells all that came after a position, then what comes, and nothing twice", async () => {
    await rename("un", "deux", "trois");
    const stream = await open(head + 1);
    await stream.find(mentions("trois"));
    await rename("quatre");
    await stream.find(mentions("quatre"));
    expect(namesIn(stream)).toEqual([`${head + 1} ready`, ...changesFrom(head + 2, 3)]);
    stream.leave();
  });

  test("goes on after what a browser heard last, whatever address it began with", async () => {
    await rename("un", "deux");
    for (const after of [undefined, head]) {
      const stream = await open(after, { "last-event-id": String(head + 1) });
      await stream.find(mentions("deux"));
      expect(namesIn(stream)).toEqual([`${head + 1} ready`, `${head + 2} change`]);
      stream.leave();
    }
  });

  test.each(["", "-1", "1.5", "1e3", "0x1", "1 2", "last", "9".repeat(16)])(
    "refuses what is no position: %j",
    async (text) => {
      const { admin } = running;
      expectProblem(await admin.get(`${PATH}?after=${encodeURIComponent(text)}`), 422, "request.invalid");
      expectProblem(await admin.get(PATH, { "last-event-id": text }), 422, "request.invalid");
    },
  );

  test("refuses a position that the log has not reached", async () => {
    for (const position of [head + 1, 999_999_999_999_999]) {
      expectProblem(await running.admin.get(`${PATH}?after=${position}`), 422, "position.unknown");
    }
  });

  test("is for whoever is signed in", async () => {
    expectProblem(await running.server.client().get(PATH), 401, "session.required");
  });

  test("tells who missed what is no longer known to read again, then goes on from there", async () => {
    const { kysely } = running.server.database;
    await rename("un", "deux", "trois");
    await kysely
      .deleteFrom("planning_change")
      .where("position", "<=", head + 1)
      .execute();
    const [lost, kept] = await Promise.all([open(head), open(head + 1)]);
    await rename("quatre");
    await Promise.all([lost, kept].map((stream) => stream.find(mentions("quatre"))));
    expect(namesIn(lost)).toEqual([`${head + 3} reset`, ...changesFrom(head + 4, 1)]);
    expect(namesIn(kept)).toEqual([`${head + 1} ready`, ...changesFrom(head + 2, 3)]);
    for (const stream of [lost, kept]) stream.leave();
  });

  test("tells of additions to the planning that all is to be read again", async () => {
    const stream = await open();
    const added = await running.admin.post("/api/sharing/additions", {
      groups: [{ id: "9", name: "Chorale" }],
      events: [],
    });
    expect(added.status).toBe(200);
    expect(positionIn(await stream.find(isReload))).toBe(head + 1);
    stream.leave();
  });

  test("ends the oldest of one person's when they have more than twenty", async () => {
    const streams: TestStream[] = [await open()];
    while (streams.length <= 20) streams.push(await open());
    const [oldest, ...others] = streams;
    expect(await oldest?.ended).toBe(true);
    await rename("Louange");
    await Promise.all(others.map((stream) => stream.find(mentions("Louange"))));
    for (const stream of others) stream.leave();
  });

  test("tells who missed more than is worth telling to read again", async () => {
    const { kysely } = running.server.database;
    const worthTelling = head + 1;
    await kysely
      .updateTable("planning_state")
      .set({ position: worthTelling + 5000 })
      .execute();
    const [told, lost] = await Promise.all([open(worthTelling), open(head)]);
    expect(await startOf(told)).toBe(worthTelling);
    expect(await startOf(lost)).toBe(worthTelling + 5000);
    for (const stream of [told, lost]) stream.leave();
  });
});

describe("a server", () => {
  test("has no stream while its planning is not shared", async () => {
    const { admin, stop } = await startPlanningServer("sqlite", { sharing: "off" });
    expectProblem(await admin.get(PATH), 409, "planning.not_shared");
    await stop();
  });

  test("beats when nothing happens, and looks at the log then", async () => {
    const { server, admin, stop } = await startPlanningServer("sqlite", { beatMs: 20 });
    const stream = await follow(server, admin);
    const position = (await startOf(stream)) + 1;
    const change = JSON.stringify({ type: "group.renamed", groupId: "1", name: "De personne" });
    await server.database.kysely.transaction().execute(async (transaction) => {
      const row = { position, change, group_id: "1", accepted_at: new Date() };
      await transaction.insertInto("planning_change").values(row).execute();
      await transaction.updateTable("planning_state").set({ position }).execute();
    });
    await stream.find(mentions("De personne"));
    expect(await stream.find(({ event }) => event === "beat")).toEqual({ id: null, event: "beat", data: {} });
    await stop();
  });

  test("ends all streams as it stops", async () => {
    const { server, admin, stop } = await startPlanningServer("sqlite");
    const streams = await Promise.all([follow(server, admin), follow(server, admin)]);
    await stop();
    // The server ended them. They were not cut off at the end of its time to stop.
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual([true, true]);
    expect(server.log.filter((line) => line.includes("server stops"))).toHaveLength(2);
  });
});
