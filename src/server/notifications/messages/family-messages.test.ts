import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TeamRow } from "#contract/accounts/users.ts";
import { createEvent, type Person } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE } from "#test/support/server/test-server.ts";
import {
  addressesOf,
  type PushedTeam,
  recipients,
  startPushedTeam,
  subjects,
} from "#test/support/server/test-notified-team.ts";

const EVENT = { date: "2050-11-27", time: "10:00", name: "Culte" };
const REMINDER_DAY = "2050-11-22";

describe.each(EITHER_ENGINE)("messages to somebody who answers for others, on %s,", (engine) => {
  let team: PushedTeam;
  let admin: Person;
  let sophie: Person;
  let lea = "";

  beforeEach(async () => {
    team = await startPushedTeam(engine);
    admin = await team.organiser("Odile");
    sophie = await team.member("Sophie", { lastName: "Petit" });
    const people = [{ firstName: "Léa", lastName: "Petit", positions: ["Voix"] }];
    const [added] = (await admin.post("/api/people", { groupId: "1", people })).json<TeamRow[]>();
    lea = added?.id ?? "";
    await entrust(sophie);
  });
  afterEach(() => team.stop());

  async function entrust(to: Person, method: "PUT" | "DELETE" = "PUT"): Promise<void> {
    expect((await admin.send(method, `/api/users/${lea}/guardians/${to.user.id}`)).status).toBe(204);
  }

  function answerFor(by: Person, eventId: string, status = "present") {
    return by.send("PUT", `/api/events/${eventId}/availability/${lea}`, { body: { status } });
  }

  /** The addresses of the answers in a mail, by whose they are: `own`, or the id of a person. */
  function answersIn(text = ""): string[] {
    const links = [...text.matchAll(/\/answer\?t=[\w.-]+&r=(present|absent)(?:&p=([\w-]+))?/g)];
    return links.map(([, answer, personId = "own"]) => `${personId} ${answer}`);
  }

  test("come in one mail with their own, each event with the buttons of each person", async () => {
    const { id } = await createEvent(admin, EVENT);
    const mails = await team.at(REMINDER_DAY, "18:00");
    expect(recipients(mails)).toEqual(addressesOf(sophie));
    const [mail] = mails;
    expect(mail?.subject).toBe("Une réponse attendue\u00a0: Culte, dimanche 27 novembre");
    expect(mail?.text).toContain("Bonjour Sophie,");
    expect(mail?.text?.match(/Pour Léa Petit/g)).toHaveLength(2);
    expect(mail?.html).toContain("Pour Léa Petit");
    expect(answersIn(mail?.text)).toEqual(["own present", "own absent", `${lea} present`, `${lea} absent`]);
    const [, token] = /\/answer\?t=([\w.-]+)&r=absent&p=/.exec(mail?.text ?? "") ?? [];
    const answer = { token, userId: lea, status: "absent" };
    expect((await team.planning.server.client().post("/api/answers/by-link", answer)).status).toBe(200);
    const { availability } = (await admin.get(`/api/events/${id}`)).json<{ availability: unknown[] }>();
    expect(availability).toMatchObject([{ userId: lea, status: "absent", saidBy: sophie.user.id }]);
  });

  test("say of each what depends on that person's answer", async () => {
    const body = { positions: ["Batterie"] };
    expect((await sophie.send("PUT", `/api/users/${lea}/services`, { body })).status).toBe(200);
    await createEvent(admin, EVENT);
    const [mail] = await team.at(REMINDER_DAY, "18:00");
    expect(mail?.text).toContain("Sans Léa, pas de Batterie.");
    expect(mail?.text).not.toContain("Sans vous, pas de Batterie.");
  });

  test("say of each only what is still to answer", async () => {
    const { id } = await createEvent(admin, EVENT);
    await answerFor(sophie, id);
    const [own] = await team.at(REMINDER_DAY, "18:00");
    expect(answersIn(own?.text)).toEqual(["own present", "own absent"]);
    expect(own?.text).not.toContain("Léa");
  });

  test("come for the others alone to somebody who is not in the group or has answered", async () => {
    const { id } = await createEvent(admin, EVENT);
    await sophie.send("DELETE", "/api/groups/1/members/me");
    const [mail] = await team.at(REMINDER_DAY, "18:00");
    expect(mail?.subject).toBe("Pour Léa Petit\u00a0: Une réponse attendue\u00a0: Culte, dimanche 27 novembre");
    expect(mail?.text).toContain("Vous recevez ce message parce que vous répondez pour Léa Petit.");
    expect(answersIn(mail?.text)).toEqual([`${lea} present`, `${lea} absent`]);
    await answerFor(sophie, id);
    expect(await team.at("2050-11-25", "18:00")).toEqual([]);
  });

  test("go to both of a couple, and to neither once one of them has answered", async () => {
    const paul = await team.member("Paul");
    await entrust(paul);
    const { id } = await createEvent(admin, EVENT);
    expect(recipients(await team.at(REMINDER_DAY, "18:00"))).toEqual(addressesOf(sophie, paul));
    await answerFor(paul, id);
    for (const by of [sophie, paul]) {
      expect((await by.send("PUT", `/api/events/${id}/availability`, { body: { status: "present" } })).status).toBe(
        200,
      );
    }
    expect(await team.at("2050-11-25", "18:00")).toEqual([]);
  });

  test("end with the entrusting", async () => {
    await createEvent(admin, EVENT);
    await sophie.send("DELETE", "/api/groups/1/members/me");
    await entrust(sophie, "DELETE");
    expect(await team.at(REMINDER_DAY, "18:00")).toEqual([]);
  });

  test("tell what an entrusted person plays by their first name", async () => {
    const { id } = await createEvent(admin, EVENT);
    await answerFor(sophie, id);
    const holdings = [{ role: "Voix", userId: lea }];
    expect((await admin.send("PUT", `/api/events/${id}/line-up`, { body: { holdings } })).status).toBe(200);
    const mails = await team.at("2050-11-20", "14:00");
    expect(recipients(mails)).toEqual(addressesOf(sophie));
    expect(subjects(mails)).toEqual(["Léa joue\u00a0: Voix, Culte, dimanche 27 novembre"]);
  });

  test("reach an entrusted person who is asked to come, on the devices of their guardian too", async () => {
    await team.addDevice(sophie);
    const { id } = await createEvent(admin, EVENT);
    const asked = await admin.post(`/api/events/${id}/requests`, { userIds: [lea], inOrder: false });
    expect(asked.status).toBe(200);
    const [mail] = await team.settle();
    expect(mail?.subject).toBe("Pour Léa Petit\u00a0: Pouvez-vous venir\u00a0? Culte, dimanche 27 novembre");
    expect(mail?.text).toContain("vous demande si Léa peut venir.");
    const [pushed] = team.service.received;
    expect(pushed?.message).toMatchObject({
      tag: `${id}:${lea}`,
      body: expect.stringMatching(/^Pour Léa · /) as string,
      asked: { userId: lea },
    });
  });

  test("tell what is played at an event to which an entrusted person comes, with replies to the group", async () => {
    const body = { isOn: true, daysBefore: 5, replyAddress: "louange@example.org" };
    expect((await admin.send("PUT", "/api/groups/1/reminders", { body })).status).toBe(200);
    const { id } = await createEvent(admin, EVENT);
    await answerFor(sophie, id);
    const programme = { items: [{ title: "À toi la gloire" }], basedOn: 0 };
    expect((await admin.send("PUT", `/api/events/${id}/programme`, { body: programme })).status).toBe(200);
    expect((await admin.post(`/api/events/${id}/programme/message`)).status).toBe(202);
    const [mail, ...others] = await team.at("2050-11-20", "12:30");
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Pour Léa Petit\u00a0: Programme\u00a0: Culte, dimanche 27 novembre");
    expect(mail?.envelope.to).toEqual([sophie.user.email]);
    expect(mail?.text).toContain("À toi la gloire");
    expect(mail?.replyTo).toMatchObject([{ address: "louange@example.org" }]);
    expect(mail?.headers.some(({ key }) => key === "list-unsubscribe-post")).toBe(true);
  });
});
