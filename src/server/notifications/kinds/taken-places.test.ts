import { afterEach, beforeEach, describe, expect, test } from "vitest";
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
const TODAY = "2050-11-20";

describe.each(ENGINES)("a musician who cannot come, on %s,", (engine) => {
  let team: NotifiedTeam;
  let leader: Person;
  let drummer: Person;
  let lucas: Person;
  let ines: Person;
  let eventId: string;

  beforeEach(async () => {
    team = await startNotifiedTeam(engine);
    leader = await team.leader("Camille");
    drummer = await team.member("Bruno", { positions: ["Batterie"] });
    lucas = await team.member("Lucas", { positions: ["Batterie"] });
    ines = await team.member("Inès", { positions: ["Batterie", "Voix"] });
    ({ id: eventId } = await createEvent(leader, EVENT));
    await giveAnswer(drummer, eventId, "present");
    const body = { holdings: [{ role: "Batterie", userId: drummer.user.id }] };
    expect((await leader.send("PUT", `/api/events/${eventId}/line-up`, { body })).status).toBe(200);
    await team.at(TODAY, "12:05");
    await giveAnswer(drummer, eventId, "absent");
    await team.at(TODAY, "12:06");
  });
  afterEach(() => team.stop());

  const ask = (person: Person, by = drummer) =>
    by.post(`/api/events/${eventId}/replacements`, { userId: person.user.id });
  /** A singer who is on the line-up beside the drummer, and cannot come. */
  async function addAbsentSinger(): Promise<Person> {
    const singer = await team.member("Zoé", { positions: ["Voix"] });
    await giveAnswer(singer, eventId, "absent");
    const holdings = [
      { role: "Batterie", userId: drummer.user.id },
      { role: "Voix", userId: singer.user.id },
    ];
    expect((await leader.send("PUT", `/api/events/${eventId}/line-up`, { body: { holdings } })).status).toBe(200);
    return singer;
  }

  async function holder(): Promise<string[]> {
    const event = (await leader.get(`/api/events/${eventId}`)).json<{ lineUp: { userId: string }[] }>();
    return event.lineUp.map(({ userId }) => userId);
  }

  test("asks others by mail; the first yes takes the place, and the admins are told", async () => {
    expect((await ask(lucas)).json()).toMatchObject({ requests: [{ userId: lucas.user.id, reach: "sent" }] });
    expect((await ask(ines)).status).toBe(200);
    const asked = await team.settle();
    expect(recipients(asked)).toEqual(addressesOf(lucas, ines));
    expect(subjects(asked)).toEqual(
      Array.from({ length: 2 }, () => "Remplacer Bruno Martin\u00a0? Culte, dimanche 27 novembre"),
    );
    expect((await ask(lucas)).status).toBe(200);
    expect(await team.settle()).toEqual([]);
    await giveAnswer(ines, eventId, "present");
    expect(await holder()).toEqual([ines.user.id]);
    const told = await team.settle();
    expect(recipients(told)).toEqual(addressesOf(leader));
    expect(subjects(told)).toEqual(["Inès Martin prend la place de Bruno Martin\u00a0: Culte, dimanche 27 novembre"]);
    // A person who says yes later is present, and takes no place.
    await giveAnswer(lucas, eventId, "present");
    expect(await holder()).toEqual([ines.user.id]);
  });

  test("may ask a person whom somebody asked who is back", async () => {
    const singer = await addAbsentSinger();
    expect((await ask(ines, singer)).status).toBe(200);
    await giveAnswer(singer, eventId, "present");
    expect((await ask(ines)).status).toBe(200);
    await giveAnswer(ines, eventId, "present");
    expect(await holder()).toEqual([ines.user.id, singer.user.id]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("who is back before the yes keeps the place", async () => {
    await ask(lucas);
    await giveAnswer(drummer, eventId, "present");
    await giveAnswer(lucas, eventId, "present");
    expect(await holder()).toEqual([drummer.user.id]);
  });

  test("is replaced also by an admin's answer for who was asked, who is told", async () => {
    await ask(lucas);
    await team.settle();
    const body = { status: "present" };
    await leader.send("PUT", `/api/events/${eventId}/availability/${lucas.user.id}`, { body });
    expect(await holder()).toEqual([lucas.user.id]);
    expect(subjects(await team.at(TODAY, "12:11"))).toContain(
      "Vous jouez\u00a0: Batterie, Culte, dimanche 27 novembre",
    );
  });

  test("keeps the place when all are asked again for another date", async () => {
    await ask(lucas);
    await team.at(TODAY, "12:07");
    const body = { date: "2050-11-28", answers: "reset" };
    expect((await leader.send("PATCH", `/api/events/${eventId}`, { body })).status).toBe(200);
    await team.at(TODAY, "12:08");
    await giveAnswer(drummer, eventId, "absent");
    await giveAnswer(lucas, eventId, "present");
    expect(await holder()).toEqual([drummer.user.id]);
  });

  test("keeps the place in an event that is over, whatever is answered later", async () => {
    await ask(lucas);
    await team.at("2050-11-28", "12:00");
    await giveAnswer(lucas, eventId, "present");
    expect(await holder()).toEqual([drummer.user.id]);
  });

  test("cannot ask while present, without a place, people who answered or hold another service, or somebody else's choice", async () => {
    const bassist = await team.member("Zoé", { positions: ["Bass"] });
    expect((await ask(bassist)).json()).toMatchObject({ code: "replacement.unfit" });
    expect((await ask(lucas, ines)).json()).toMatchObject({ code: "replacement.not_needed" });
    await giveAnswer(lucas, eventId, "absent");
    expect((await ask(lucas)).json()).toMatchObject({ code: "replacement.unfit" });
    await giveAnswer(drummer, eventId, "present");
    expect((await ask(ines)).json()).toMatchObject({ code: "replacement.not_needed" });
  });

  test("does not ask a person whom another musician asked to take another place", async () => {
    const singer = await addAbsentSinger();
    expect((await ask(ines)).status).toBe(200);
    expect((await ask(ines, singer)).json()).toMatchObject({ code: "replacement.asked" });
  });
});
