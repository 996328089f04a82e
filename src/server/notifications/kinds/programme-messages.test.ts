import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEvent, giveAnswer, type Person, TODAY } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE, ENGINES } from "#test/support/server/test-server.ts";
import {
  addressesOf,
  type PushedTeam,
  recipients,
  startPushedTeam,
  subjects,
} from "#test/support/server/test-notified-team.ts";

const EVENT = { date: "2050-11-27", time: "10:00", name: "Culte" };
const SUBJECT = "Programme\u00a0: Culte, dimanche 27 novembre";

describe.each(ENGINES)("the message of a programme, on %s,", (engine) => {
  let team: PushedTeam;
  let leader: Person;
  let anne: Person;
  let eventId: string;

  beforeEach(async () => {
    team = await startPushedTeam(engine);
    [leader, anne] = [await team.leader("Odile"), await team.member("Anne")];
    eventId = (await createEvent(leader, EVENT)).id;
    await giveAnswer(anne, eventId, "present");
  });
  afterEach(() => team.stop());

  async function write(title: string, basedOn: number) {
    const items = [{ title, key: "Sol", note: "Intro seule", link: "https://chants.example/gloire" }];
    expect((await leader.send("PUT", `/api/events/${eventId}/programme`, { body: { items, basedOn } })).status).toBe(
      200,
    );
  }

  async function press(person: Person = leader) {
    return (await person.post(`/api/events/${eventId}/programme/message`)).status;
  }

  test("is not sent to who does not come any more, nor of a programme without a title", async () => {
    expect(await press()).toBe(202);
    await write("À toi la gloire", 0);
    await team.at(TODAY, "22:00");
    await press();
    await team.at(TODAY, "22:30");
    await giveAnswer(anne, eventId, "absent");
    expect(recipients(await team.at("2050-11-21", "08:01"))).not.toContain(anne.user.email);
  });

  test("is sent by nobody who may not change the programme", async () => {
    await write("À toi la gloire", 0);
    expect(await press(anne)).toBe(403);
    expect(await team.at(TODAY, "12:01")).toEqual([]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("goes to those present alone, with titles, tonality and link, and never by itself", async () => {
    const [absent] = [await team.member("Bruno"), await team.member("Carla")];
    await giveAnswer(absent, eventId, "absent");
    await write("À toi la gloire", 0);
    expect(await team.at(TODAY, "12:30")).toEqual([]);
    expect(await press()).toBe(202);
    const [mail, ...others] = await team.at(TODAY, "12:31");
    expect(others).toEqual([]);
    expect(mail?.envelope.to).toEqual([anne.user.email]);
    expect(mail?.subject).toBe(SUBJECT);
    expect(mail?.text).toContain("1. À toi la gloire (Sol) https://chants.example/gloire, Intro seule");
    expect(mail?.headers.some(({ key }) => key === "list-unsubscribe-post")).toBe(true);
    const [latest] = (await leader.get("/api/journal")).json<{ act: unknown }[] & Record<string, unknown>>();
    expect(latest?.act).toEqual({ type: "programme.told", event: { id: eventId, name: "Culte", date: EVENT.date } });
  });

  test("goes once, however often it is pressed, and again after a change", async () => {
    await write("À toi la gloire", 0);
    await Promise.all([press(), press(), press()]);
    await press();
    expect(subjects(await team.at(TODAY, "12:01"))).toEqual([SUBJECT]);
    await press();
    expect(await team.at(TODAY, "12:10")).toEqual([]);
    await write("Abba Père", 1);
    await press();
    expect((await team.at(TODAY, "12:11"))[0]?.text).toContain("Abba Père");
  });

  test("waits for the end of the quiet hours, and then says what is played by then", async () => {
    await team.at(TODAY, "22:00");
    await write("À toi la gloire", 0);
    await press();
    expect(await team.at(TODAY, "22:01")).toEqual([]);
    await write("Abba Père", 1);
    const mails = await team.at("2050-11-21", "08:00");
    expect([recipients(mails), mails[0]?.text?.includes("Abba Père")]).toEqual([addressesOf(anne), true]);
  });

  test("is a notification on a device", async () => {
    await team.addDevice(anne);
    await write("À toi la gloire", 0);
    await press();
    await team.at(TODAY, "12:01");
    const [push] = team.service.received;
    expect(push).toMatchObject({
      message: { title: "Culte", body: "dim. 27, 10:00 · 1 titre au programme." },
    });
  });

  test("of an event that is moved after it was told is not sent again by itself", async () => {
    await write("À toi la gloire", 0);
    await press();
    await team.at(TODAY, "12:01");
    await leader.send("PATCH", `/api/events/${eventId}`, { body: { date: "2050-12-04" } });
    const row = (await leader.get(`/api/events/${eventId}`)).json();
    expect(row).toMatchObject({ programmeVersion: 1, programmeTold: 1, date: "2050-12-04" });
    expect(subjects(await team.at(TODAY, "12:20"))).toEqual(["Nouvelle date\u00a0: Culte, dimanche 4 décembre"]);
  });
});
