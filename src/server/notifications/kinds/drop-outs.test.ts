import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEvent, giveAnswer } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE } from "#test/support/server/test-server.ts";
import {
  addressesOf,
  recipients,
  startNotifiedTeam,
  subjects,
  type NotifiedTeam,
} from "#test/support/server/test-notified-team.ts";

const EVENT = { date: "2050-11-27", time: "10:00", name: "Culte" };

describe.each(EITHER_ENGINE)("somebody who drops out, on %s,", (engine) => {
  let team: NotifiedTeam;

  beforeEach(async () => {
    team = await startNotifiedTeam(engine);
  });
  afterEach(() => team.stop());

  test("is told within a minute to the admins of the group, with what is missing and whom to ask", async () => {
    const leader = await team.leader("Camille");
    const drummer = await team.member("Bruno", { positions: ["Batterie"] });
    await team.member("Lucas", { positions: ["Batterie"] });
    const { id } = await createEvent(leader, EVENT);
    await giveAnswer(drummer, id, "present");
    await giveAnswer(drummer, id, "absent");
    expect(await team.at("2050-11-20", "12:00")).toEqual([]);
    const mails = await team.at("2050-11-20", "12:01");
    expect(recipients(mails)).toEqual(addressesOf(leader));
    expect(subjects(mails)).toEqual(["Bruno Martin ne vient plus\u00a0: Culte, dimanche 27 novembre"]);
    expect(mails[0]?.text).toMatch(/Il manque maintenant.*Batterie/);
    expect(mails[0]?.text).toContain("Lucas Martin (Batterie)");
    expect(mails[0]?.text).toContain(`/events/${id}`);
  });

  test("is told to the leaders of the group with its admins, and to no admin from elsewhere", async () => {
    await team.organiser("Odile");
    const { admin } = team.planning;
    const lina = await team.member("Lina");
    const drummer = await team.member("Bruno", { positions: ["Batterie"] });
    const second = await team.member("Zoé", { positions: ["Batterie"] });
    const lead = (method: string) => admin.send(method, `/api/groups/1/leaders/${lina.user.id}`);
    expect((await lead("PUT")).status).toBe(204);
    const { id } = await createEvent(admin, EVENT);
    await giveAnswer(drummer, id, "present");
    await giveAnswer(drummer, id, "absent");
    expect(recipients(await team.at("2050-11-20", "12:01"))).toEqual(addressesOf(lina));
    const camille = await team.leader("Camille");
    await giveAnswer(second, id, "present");
    await giveAnswer(second, id, "absent");
    expect(recipients(await team.at("2050-11-20", "12:02"))).toEqual(addressesOf(lina, camille));
    // Removed before the message leaves.
    await giveAnswer(drummer, id, "present", "2050-11-20T11:02:10Z");
    await giveAnswer(drummer, id, "absent", "2050-11-20T11:02:20Z");
    expect((await lead("DELETE")).status).toBe(204);
    expect(recipients(await team.at("2050-11-20", "12:03"))).toEqual(addressesOf(camille));
  });

  test("by the deletion of their account is told, too, without a name", async () => {
    const leader = await team.leader("Camille");
    const drummer = await team.member("Bruno", { positions: ["Batterie"] });
    const { id } = await createEvent(leader, EVENT);
    await giveAnswer(drummer, id, "present");
    expect((await leader.send("DELETE", `/api/users/${drummer.user.id}`)).status).toBe(204);
    // Who did it knows.
    expect(await team.settle()).toEqual([]);
    const other = await team.leader("Élise");
    const second = await team.member("Zoé", { positions: ["Batterie"] });
    await giveAnswer(second, id, "present");
    await leader.send("DELETE", `/api/users/${second.user.id}`);
    const mails = await team.settle();
    expect(recipients(mails)).toEqual(addressesOf(other));
    expect(subjects(mails)).toEqual(["Quelqu'un ne vient plus\u00a0: Culte, dimanche 27 novembre"]);
    expect(mails[0]?.text).not.toContain("Zoé");
  });

  test("is told by the new name of their service, if it was renamed before the message", async () => {
    const leader = await team.leader("Camille");
    const service = await leader.post("/api/services", { name: "Trompette" });
    const player = await team.member("Bruno", { positions: ["Trompette"] });
    const { id } = await createEvent(leader, EVENT);
    await leader.send("PATCH", `/api/events/${id}`, { body: { requiredRoles: ["Trompette"] } });
    await giveAnswer(player, id, "present");
    await giveAnswer(player, id, "absent");
    const path = `/api/services/${String(service.json()["id"])}`;
    expect((await leader.send("PATCH", path, { body: { name: "Cornet" } })).status).toBe(200);
    const mails = await team.at("2050-11-20", "12:01");
    expect(recipients(mails)).toEqual(addressesOf(leader));
    expect(mails[0]?.text).toMatch(/Il manque maintenant.*Cornet/);
  });

  test("is not told when they are present again at once, nor for an event in more than two weeks", async () => {
    const leader = await team.leader("Camille");
    const drummer = await team.member("Bruno", { positions: ["Batterie"] });
    const [soon, late] = [
      await createEvent(leader, EVENT),
      await createEvent(leader, { ...EVENT, date: "2050-12-05" }),
    ];
    await giveAnswer(drummer, soon.id, "present");
    await giveAnswer(drummer, late.id, "present");
    await giveAnswer(drummer, soon.id, null);
    await giveAnswer(drummer, soon.id, "present");
    await giveAnswer(drummer, late.id, "absent");
    expect(await team.at("2050-11-20", "12:05")).toEqual([]);
  });

  test("is not told once the event is over", async () => {
    const leader = await team.leader("Camille");
    const drummer = await team.member("Bruno", { positions: ["Batterie"] });
    const { id } = await createEvent(leader, { ...EVENT, date: "2050-11-20", time: "13:00" });
    await giveAnswer(drummer, id, "present");
    await team.at("2050-11-20", "17:00");
    await giveAnswer(drummer, id, "absent");
    expect(await team.at("2050-11-20", "17:05")).toEqual([]);
  });
});
