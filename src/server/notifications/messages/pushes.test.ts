import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PushMessage } from "#contract/accounts/push-message.ts";
import { createEvent, giveAnswer, type Person } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE, ENGINES } from "#test/support/server/test-server.ts";
import { type PushedTeam, startPushedTeam } from "#test/support/server/test-notified-team.ts";

const EVENT = { date: "2050-11-27", time: "10:00", name: "Culte" };
/** Five days before. */
const REMINDER_DAY = "2050-11-22";

describe.each(ENGINES)("what devices are told, on %s", (engine) => {
  let team: PushedTeam;
  let leader: Person;
  beforeEach(async () => {
    team = await startPushedTeam(engine);
    leader = await team.leader("Camille");
    await team.addDevice(leader);
  });
  afterEach(() => team.stop());

  const shown = () => team.service.received.map(({ message }) => message as PushMessage);
  const lines = () => shown().map(({ title, body }) => `${title}: ${body}`);

  async function drummer(firstName: string): Promise<Person> {
    const person = await team.member(firstName, { positions: ["Batterie"] });
    await team.addDevice(person);
    return person;
  }
  async function createEvents(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let number = 1; number <= count; number += 1) {
      ids.push((await createEvent(leader, { ...EVENT, name: `Culte ${number}`, time: `1${number}:00` })).id);
    }
    return ids;
  }
  async function storedPushes(): Promise<string[]> {
    const rows = team.planning.server.database.kysely.selectFrom("job").select("payload").where("kind", "=", "push");
    return (await rows.execute()).map(({ payload }) => payload ?? "");
  }

  test("names nobody, whatever the topic, and a title is the event's name", async () => {
    const [bruno, lucas] = [await drummer("Bruno"), await drummer("Lucas")];
    const { id } = await createEvent(leader, EVENT);
    await giveAnswer(bruno, id, "present");
    await giveAnswer(bruno, id, "absent");
    await team.at("2050-11-20", "12:01");
    await leader.post(`/api/events/${id}/requests`, { userIds: [lucas.user.id], inOrder: true, hours: 2 });
    await team.settle();
    await giveAnswer(lucas, id, "absent");
    await team.settle();
    await team.at("2050-11-20", "12:10");
    await leader.send("PATCH", `/api/events/${id}`, { body: { time: "11:00", answers: "reset" } });
    await team.at("2050-11-20", "12:15");
    await team.at(REMINDER_DAY, "18:00");
    const said = lines().join("\n");
    for (const part of ["ne vient plus", "Sans vous", "Plus personne", "Nouvelle heure"]) {
      expect(said).toContain(part);
    }
    expect(said).not.toMatch(/Camille|Bruno|Lucas|Martin/);
    expect(new Set(shown().map(({ title }) => title))).toEqual(new Set(["Culte"]));
  });

  test("counts as sent where no mail reaches its person, and as not wanted once the browser is gone", async () => {
    const [bruno, lucas] = [await drummer("Bruno"), await drummer("Lucas")];
    const { kysely } = team.planning.server.database;
    const userIds = [bruno.user.id, lucas.user.id];
    await kysely.updateTable("users").set({ email_verified: false }).where("id", "in", userIds).execute();
    const { id } = await createEvent(leader, EVENT);
    for (const [person, status, outcome] of [
      [bruno, 201, "sent"],
      [lucas, 410, "unwanted"],
    ] as const) {
      team.service.reply((response) => response.writeHead(status).end());
      const body = { userIds: [person.user.id], inOrder: false };
      expect((await leader.post(`/api/events/${id}/requests`, body)).status).toBe(200);
      await team.settle();
      const row = kysely.selectFrom("message").select("outcome").where("user_id", "=", person.user.id);
      expect(await row.execute()).toEqual([{ outcome }]);
    }
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("is one notification for each of three events, and a single one for more", async () => {
    const ids = await createEvents(3);
    await team.at(REMINDER_DAY, "18:00");
    expect(new Map(shown().map(({ title, tag }) => [tag, title]))).toEqual(
      new Map(ids.map((id, index) => [id, `Culte ${index + 1}`])),
    );
    ids.push((await createEvent(leader, { ...EVENT, name: "Culte 4", time: "14:00" })).id);
    await team.at(REMINDER_DAY, "18:10");
    for (const id of ids) await leader.send("PATCH", `/api/events/${id}`, { body: { location: "Chapelle" } });
    await team.at(REMINDER_DAY, "18:15");
    expect(shown().filter(({ tag }) => tag === "changes")).toEqual([
      { title: "4 dates changent", body: "Culte 1, Culte 2, Culte 3 et 1 autre", tag: "changes", url: "/" },
    ]);
  });

  test("counts the answers that are still missing when it is sent", async () => {
    const ids = await createEvents(5);
    await team.at(REMINDER_DAY, "17:00");
    const { kysely } = team.planning.server.database;
    team.service.reply((response) => response.writeHead(503).end());
    await team.at(REMINDER_DAY, "18:00");
    await giveAnswer(leader, ids[0] ?? "", "absent");
    await team.at(REMINDER_DAY, "18:01");
    expect(shown().map(({ title }) => title)).toEqual(["5 réponses attendues", "4 réponses attendues"]);
    expect(await kysely.selectFrom("job").select("id").where("kind", "=", "push").execute()).toEqual([]);
  });

  test("waits with no more than its own event needs", async () => {
    const ids = await createEvents(3);
    await team.at("2050-11-20", "12:10");
    for (const id of ids) await leader.send("PATCH", `/api/events/${id}`, { body: { location: "Chapelle" } });
    team.service.reply(...ids.map(() => (response: { destroy: () => void }) => response.destroy()));
    await team.at("2050-11-20", "12:15");
    const stored = await storedPushes();
    expect(stored).toHaveLength(3);
    expect(stored.map((payload) => ids.filter((id) => payload.includes(id)).length)).toEqual([1, 1, 1]);
  });

  test.each(["0", "Thu, 01 Jan 2032 00:00:00 GMT"])(
    "asks once, not again at once, after Retry-After: %s",
    async (after) => {
      await createEvent(leader, EVENT);
      team.service.reply((response) => response.writeHead(503, { "retry-after": after }).end());
      await team.at(REMINDER_DAY, "18:00");
      const { kysely } = team.planning.server.database;
      const waiting = await kysely
        .selectFrom("job")
        .select(["tries", "last_error"])
        .where("kind", "=", "push")
        .execute();
      expect(shown()).toHaveLength(1);
      expect(waiting).toEqual([{ tries: 1, last_error: '{"reason":"the push service answered 503"}' }]);
    },
  );

  test("answers for the date that it shows", async () => {
    await createEvent(leader, EVENT);
    await team.at(REMINDER_DAY, "18:00");
    expect(shown().map(({ asked }) => [asked?.date, asked?.time])).toEqual([[EVENT.date, EVENT.time]]);
  });
});
