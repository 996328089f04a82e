import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { UserRow } from "#contract/accounts/users.ts";
import type { EventRequests } from "#contract/notifications/requests.ts";
import { markRefused } from "#server/mail/write-mail-outcomes.ts";
import { createEvent, giveAnswer, type Person } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE, ENGINES } from "#test/support/server/test-server.ts";
import {
  addressesOf,
  recipients,
  startNotifiedTeam,
  subjects,
  type NotifiedTeam,
} from "#test/support/server/test-notified-team.ts";

const EVENT = { date: "2050-11-27", time: "10:00", name: "Culte" };
/** Five days before. */
const REMINDER_DAY = "2050-11-22";

describe.each(ENGINES)("what people are told, on %s", (engine) => {
  let team: NotifiedTeam;
  /** An admin who belongs to no group. */
  let admin: Person;

  beforeEach(async () => {
    team = await startNotifiedTeam(engine);
    admin = await team.organiser("Odile");
  });
  afterEach(() => team.stop());

  function edit(eventId: string, body: Readonly<Record<string, unknown>>) {
    return admin.send("PATCH", `/api/events/${eventId}`, { body });
  }

  test("nothing that is to be told still names a person who was deleted", async () => {
    const leader = await team.leader("Camille");
    const drummer = await team.member("Bruno", { positions: ["Batterie"] });
    const { id } = await createEvent(leader, EVENT);
    await giveAnswer(drummer, id, "present");
    await team.at("2050-11-20", "12:10");
    await edit(id, { time: "11:00" });
    await giveAnswer(drummer, id, "absent");
    expect((await admin.send("DELETE", `/api/users/${drummer.user.id}`)).status).toBe(204);
    const { kysely } = team.planning.server.database;
    const jobs = await kysely.selectFrom("job").select(["subject", "payload"]).execute();
    const news = await kysely.selectFrom("event_news").select("present_ids").execute();
    expect(news).toHaveLength(1);
    expect(JSON.stringify([jobs, news])).not.toContain(drummer.user.id);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  describe("people who are asked", () => {
    async function ask(
      leader: Person,
      eventId: string,
      body: Readonly<Record<string, unknown>>,
    ): Promise<EventRequests> {
      const answer = await leader.post(`/api/events/${eventId}/requests`, body);
      expect(answer.status).toBe(200);
      return answer.json<EventRequests & Record<string, unknown>>();
    }

    test("get a message in the leader's name, one after the other, and the leader hears of the end", async () => {
      const leader = await team.leader("Camille");
      const [first, second, third] = [
        await team.member("Anne", { positions: ["Batterie"] }),
        await team.member("Bruno", { positions: ["Batterie"] }),
        await team.member("Carla", { positions: ["Batterie"] }),
      ];
      const { id } = await createEvent(leader, { ...EVENT, date: "2050-12-24" });
      const userIds = [first, second, third].map(({ user }) => user.id);
      await ask(leader, id, { userIds, inOrder: true, hours: 2 });
      const [mail, ...others] = await team.settle();
      expect([others, mail?.subject]).toEqual([[], "Pouvez-vous venir\u00a0? Culte, samedi 24 décembre"]);
      expect(recipients(mail === undefined ? [] : [mail])).toEqual(addressesOf(first));
      expect(mail?.text).toContain("Camille Martin vous demande si vous pouvez venir.");
      await giveAnswer(first, id, "absent");
      expect(recipients(await team.settle())).toEqual(addressesOf(second));
      expect(await team.at("2050-11-20", "13:59")).toEqual([]);
      expect(recipients(await team.at("2050-11-20", "14:00"))).toEqual(addressesOf(third));
      await giveAnswer(third, id, "absent");
      await giveAnswer(second, id, "absent");
      const end = await team.settle();
      expect(subjects(end)).toEqual(["Plus personne à demander\u00a0: Culte, samedi 24 décembre"]);
      expect(recipients(end)).toEqual(addressesOf(leader));
    });

    test("in order get nothing in the morning if the line-up stood, or the leader stopped, before it left", async () => {
      const leader = await team.leader("Camille");
      const [first, second] = [
        await team.member("Anne", { positions: ["Batterie"] }),
        await team.member("Bruno", { positions: ["Batterie"] }),
      ];
      const { id } = await createEvent(leader, { ...EVENT, date: "2050-12-24" });
      await team.at("2050-11-20", "20:00");
      await ask(leader, id, { userIds: [first.user.id, second.user.id], inOrder: true, hours: 2 });
      expect(recipients(await team.settle())).toEqual(addressesOf(first));
      // The second one's turn comes at night, and their message waits.
      expect(await team.at("2050-11-20", "22:00")).toEqual([]);
      expect((await leader.send("DELETE", `/api/events/${id}/requests`)).status).toBe(204);
      expect(await team.at("2050-11-21", "08:00")).toEqual([]);
    });

    test("in order go on after weeks in which the machine slept", async () => {
      const leader = await team.leader("Camille");
      const [first, second] = [await team.member("Anne"), await team.member("Bruno")];
      const { id } = await createEvent(leader, { ...EVENT, date: "2050-12-24" });
      await ask(leader, id, { userIds: [first.user.id, second.user.id], inOrder: true, hours: 2 });
      await team.settle();
      expect(recipients(await team.at("2050-12-10", "14:00"))).toContain(second.user.email);
    });

    test("who stopped requests, or whose address is not confirmed, are told to the leader, and get nothing", async () => {
      const leader = await team.leader("Camille");
      const [stopped, unconfirmed] = [await team.member("Anne"), await team.member("Bruno")];
      const wishes = (await stopped.get("/api/notifications")).json<{ wishes: Record<string, object> }>();
      const changed = JSON.parse(
        JSON.stringify(wishes).replace(/("requests":\{[^}]*"byMail":)true/, "$1false"),
      ) as unknown;
      expect((await stopped.send("PUT", "/api/notifications", { body: changed })).status).toBe(200);
      const { kysely } = team.planning.server.database;
      await kysely.updateTable("users").set({ email_verified: false }).where("id", "=", unconfirmed.user.id).execute();
      const { id } = await createEvent(leader, { ...EVENT, date: "2050-12-24" });
      const userIds = [stopped.user.id, unconfirmed.user.id];
      const { requests } = await ask(leader, id, { userIds, inOrder: false });
      expect(new Map(requests.map(({ userId, problem }) => [userId, problem]))).toEqual(
        new Map([
          [stopped.user.id, "unsubscribed"],
          [unconfirmed.user.id, "not_confirmed"],
        ]),
      );
      expect(await team.settle()).toEqual([]);
    });
  });

  test("an address that its mail server refused counts as not confirmed, and admins see it", async () => {
    const member = await team.member("Anne");
    const { database } = team.planning.server;
    await markRefused(database, member.user.email ?? "", new Date());
    await createEvent(admin, EVENT);
    expect(await team.at(REMINDER_DAY, "18:00")).toEqual([]);
    expect((await member.get("/api/auth/get-session")).json()).toMatchObject({ isEmailConfirmed: false });
    const rows = (await admin.get("/api/users")).json<UserRow[]>();
    expect(rows.find(({ id }) => id === member.user.id)?.isAddressRefused).toBe(true);
    const seenByOthers = (await member.get("/api/users")).json<UserRow[]>();
    expect(seenByOthers.filter(({ id, isAddressRefused }) => id !== member.user.id && isAddressRefused)).toEqual([]);
  });

  test("a mail names nobody but its recipient in its envelope, and those about one event are one conversation", async () => {
    await team.member("Anne");
    const { id } = await createEvent(admin, EVENT);
    const [first] = await team.at(REMINDER_DAY, "18:00");
    await edit(id, { time: "11:00" });
    const [second] = await team.at(REMINDER_DAY, "18:10");
    const thread = `<event-${id}@example.org>`;
    expect([first?.references, second?.references]).toEqual([thread, thread]);
    expect(first?.envelope.to).toHaveLength(1);
    expect(first?.from?.address).toBe("planning@example.org");
  });
});
