import { beforeEach, describe, expect, test, vi } from "vitest";
import { planningForEachTest } from "#test/support/server/test-lifetimes.ts";
import { createEvent, giveAnswer, NOON, type Person } from "#test/support/server/test-planning.ts";
import { ENGINES } from "#test/support/server/test-server.ts";
import { readDate } from "../database/schema.ts";

/** Half a second in which nothing looks: on a busy machine a look may wait between two polls. */
const QUIET_POLLS = 10;

describe.each(ENGINES)("a change of the planning, on %s,", (engine) => {
  const planning = planningForEachTest(engine);
  let marie: Person;
  beforeEach(async () => {
    marie = await planning.newcomer();
    await marie.send("PUT", "/api/groups/1/members/me");
  });

  /** When reminders are looked at again; `null` when that is due. */
  async function nextReminder(): Promise<Date | null> {
    const { kysely } = planning.server.database;
    const row = await kysely.selectFrom("job").select("due_at").where("kind", "=", "reminders").executeTakeFirst();
    const dueAt = row === undefined ? null : readDate(row.due_at);
    return dueAt === null || dueAt <= NOON ? null : dueAt;
  }

  test("has the job done that it added, without being asked to look", async () => {
    await createEvent(planning.admin, { date: "2050-12-24" });
    await expect.poll(nextReminder).toEqual(new Date("2050-12-10T17:00:00Z"));
    await createEvent(planning.admin, { date: "2050-12-02" });
    await expect.poll(nextReminder).toEqual(new Date("2050-11-27T17:00:00Z"));
  });

  test("asks the database for no job when it added none", async () => {
    const query = vi.spyOn(planning.server.database.kysely.getExecutor(), "executeQuery");
    const looks = () => query.mock.calls.filter(([{ sql }]) => sql.includes('from "job"')).length;
    const { id } = await createEvent(planning.admin);
    await expect.poll(nextReminder).not.toBeNull();
    // The job is done, and what looks for the next one has come to rest.
    let seen = -1;
    let quietPolls = 0;
    await expect
      .poll(() => {
        quietPolls = seen === looks() ? quietPolls + 1 : 0;
        seen = looks();
        return quietPolls;
      })
      .toBeGreaterThan(QUIET_POLLS);
    query.mockClear();
    for (const status of ["present", null, "present"] as const) {
      expect((await giveAnswer(marie, id, status)).status).toBe(200);
    }
    expect((await planning.admin.send("PATCH", "/api/groups/1", { body: { name: "Chœur" } })).status).toBe(200);
    expect((await marie.send("DELETE", "/api/groups/1/members/me")).status).toBe(204);
    expect(looks()).toBe(0);
    await createEvent(planning.admin, { date: "2050-12-10" });
    await expect.poll(looks).toBeGreaterThan(0);
    query.mockRestore();
  });
});
