import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OwnData } from "#contract/own-account.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { createEvent, giveAnswer, type Person } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE } from "#test/support/server/test-server.ts";
import {
  addressesOf,
  recipients,
  startNotifiedTeam,
  stopMail,
  subjects,
  type NotifiedTeam,
} from "#test/support/server/test-notified-team.ts";

const EVENT = { date: "2050-11-27", time: "10:00", name: "Culte" };
const TODAY = "2050-11-20";

describe.each(EITHER_ENGINE)("one's place on a line-up, on %s,", (engine) => {
  let team: NotifiedTeam;
  let leader: Person;
  let drummer: Person;
  let bassist: Person;
  let eventId: string;

  beforeEach(async () => {
    team = await startNotifiedTeam(engine);
    leader = await team.leader("Camille");
    drummer = await team.member("Bruno", { positions: ["Batterie", "Bass"] });
    bassist = await team.member("Lucas", { positions: ["Bass", "Batterie"] });
    ({ id: eventId } = await createEvent(leader, EVENT));
    for (const person of [drummer, bassist]) await giveAnswer(person, eventId, "present");
  });
  afterEach(() => team.stop());

  async function keep(holdings: Readonly<Record<BandRole, Person>>, by = leader): Promise<void> {
    const body = { holdings: Object.entries(holdings).map(([role, { user }]) => ({ role, userId: user.id })) };
    expect((await by.send("PUT", `/api/events/${eventId}/line-up`, { body })).status).toBe(200);
  }

  test("is told once the line-up has not changed for five minutes, with everybody's roles", async () => {
    await keep({ Batterie: bassist, Bass: drummer });
    await team.at(TODAY, "12:02");
    await keep({ Batterie: drummer, Bass: bassist });
    expect(await team.at(TODAY, "12:06")).toEqual([]);
    const mails = await team.at(TODAY, "12:07");
    expect(recipients(mails)).toEqual(addressesOf(drummer, bassist));
    expect(new Set(subjects(mails))).toEqual(
      new Set([
        "Vous jouez\u00a0: Bass, Culte, dimanche 27 novembre",
        "Vous jouez\u00a0: Batterie, Culte, dimanche 27 novembre",
      ]),
    );
    expect(mails[0]?.text).toContain("Batterie\u00a0: Bruno Martin");
    expect(mails[0]?.text).toContain("Bass\u00a0: Lucas Martin");
  });

  test("is told to those alone for whom something changed", async () => {
    await keep({ Batterie: drummer, Bass: bassist });
    await team.at(TODAY, "12:05");
    await keep({ Batterie: drummer });
    const mails = await team.at(TODAY, "12:10");
    expect(recipients(mails)).toEqual(addressesOf(bassist));
    expect(subjects(mails)).toEqual(["Vous ne jouez plus, Culte, dimanche 27 novembre"]);
    await keep({ Batterie: drummer });
    expect(await team.at(TODAY, "12:15")).toEqual([]);
  });

  test("is among the data that a person may take along, as they were told it last", async () => {
    const toldTo = async (person: Person) => (await person.get("/api/users/me/data")).json<OwnData>().toldPlaces;
    await keep({ Batterie: drummer, Bass: bassist });
    expect(await toldTo(bassist)).toEqual([]);
    await team.at(TODAY, "12:05");
    const place = { event: expect.objectContaining(EVENT) as object, isDeleted: false };
    expect(await toldTo(bassist)).toEqual([expect.objectContaining({ ...place, roles: ["Bass"] })]);
    await keep({ Batterie: bassist, Bass: drummer });
    expect(await toldTo(bassist)).toEqual([expect.objectContaining({ ...place, roles: ["Bass"] })]);
    await keep({ Batterie: drummer });
    await team.at(TODAY, "12:10");
    expect(await toldTo(bassist)).toEqual([]);
    expect(await toldTo(leader)).toEqual([]);
  });

  test("is not told when it is as it was after all, to who left by themselves, or to who kept the line-up", async () => {
    await keep({ Batterie: drummer, Bass: bassist });
    await team.at(TODAY, "12:05");
    await keep({ Batterie: bassist, Bass: drummer });
    await keep({ Batterie: drummer, Bass: bassist });
    expect(await team.at(TODAY, "12:10")).toEqual([]);
    await giveAnswer(bassist, eventId, "absent");
    await team.at(TODAY, "12:11");
    await keep({ Batterie: drummer });
    expect(await team.at(TODAY, "12:16")).toEqual([]);
    await giveAnswer(leader, eventId, "present");
    await leader.send("PATCH", "/api/users/me", {
      body: { firstName: "Camille", lastName: "Martin", positions: ["Lead"] },
    });
    await keep({ Lead: leader, Batterie: drummer });
    expect(await team.at(TODAY, "12:21")).toEqual([]);
  });

  test("is told when a line-up is dropped, by day, and not once the event is over", async () => {
    await team.at(TODAY, "20:50");
    await keep({ Batterie: drummer });
    await team.at(TODAY, "20:58");
    expect((await leader.send("DELETE", `/api/events/${eventId}/line-up`)).status).toBe(204);
    expect(await team.at(TODAY, "21:30")).toEqual([]);
    expect(subjects(await team.at("2050-11-21", "08:00"))).toEqual(["Vous ne jouez plus, Culte, dimanche 27 novembre"]);
    await team.at("2050-11-27", "09:58");
    await keep({ Batterie: drummer });
    expect(await team.at("2050-11-28", "12:00")).toEqual([]);
  });

  test("that changes again while mail is down is told once, compared with what the person knows", async () => {
    const stopped = await stopMail(team);
    await keep({ Batterie: drummer, Bass: bassist });
    await team.at(TODAY, "12:05");
    for (const time of ["12:06", "12:07", "12:08", "12:10", "12:13"]) await team.at(TODAY, time);
    await keep({ Bass: drummer });
    // The seventh try is due 20 seconds later.
    await team.at(TODAY, "12:18");
    const mails = await stopped.startAgainAt("14:00");
    // Lucas never heard that he plays, so he does not hear that he no longer does.
    expect(recipients(mails)).toEqual(addressesOf(drummer));
    expect(subjects(mails)).toEqual(["Vous jouez\u00a0: Bass, Culte, dimanche 27 novembre"]);
  });

  test("that changes just before its message leaves is told as it was, and five minutes later as it is", async () => {
    const stopped = await stopMail(team);
    await keep({ Batterie: drummer });
    await team.at(TODAY, "12:05");
    await team.at(TODAY, "12:10");
    await keep({ Bass: drummer });
    const first = await stopped.startAgainAt("12:14");
    expect(subjects(first)).toEqual(["Vous jouez\u00a0: Batterie, Culte, dimanche 27 novembre"]);
    const then = await stopped.startAgainAt("12:15");
    expect(subjects(then)).toEqual(["Votre place change\u00a0: Bass, Culte, dimanche 27 novembre"]);
  });

  test("is told when an event comes back from the trash after its five minutes", async () => {
    await keep({ Batterie: drummer });
    await leader.send("DELETE", `/api/events/${eventId}`);
    await team.at(TODAY, "12:06");
    await leader.post(`/api/events/${eventId}/restoration`);
    expect(subjects(await team.at(TODAY, "12:11"))).toContain(
      "Vous jouez\u00a0: Batterie, Culte, dimanche 27 novembre",
    );
  });

  test("is told also when the account of who kept the line-up is deleted meanwhile", async () => {
    const other = await team.leader("Odile");
    await keep({ Batterie: drummer }, other);
    await leader.send("DELETE", `/api/users/${other.user.id}`);
    expect(recipients(await team.at(TODAY, "12:05"))).toEqual(addressesOf(drummer));
  });
});
