import { beforeEach, describe, expect, test } from "vitest";
import type { OneTimeLink } from "#contract/accounts/users.ts";
import type { TeamRow } from "#contract/accounts/users.ts";
import type { JournalEntry } from "#contract/journal.ts";
import type { OwnData } from "#contract/own-account.ts";
import type { Absence } from "#domain/availability/absences.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { answerToken } from "#test/support/server/test-answer-links.ts";
import { planningForEachTest } from "#test/support/server/test-lifetimes.ts";
import { follow, joinGroup, mentions } from "#test/support/server/test-live.ts";
import { createEvent, type Person } from "#test/support/server/test-planning.ts";
import { type Answer, ENGINES, MARIE } from "#test/support/server/test-server.ts";

const LEA = { firstName: "Léa", lastName: "Petit", positions: ["Voix"] };

describe.each(ENGINES)("an entrusted person on %s", (engine) => {
  const planning = planningForEachTest(engine);
  let admin: Person;
  let sophie: Person;
  let lea: string;
  let event: PlannedEvent;

  async function addPerson(person: object = LEA, groupId = "1", by = admin): Promise<string> {
    const [added] = (await by.post("/api/people", { groupId, people: [person] })).json<TeamRow[]>();
    return added?.id ?? "";
  }

  function entrust(to: Person | string = sophie, by = admin, userId = lea): Promise<Answer> {
    const guardianId = typeof to === "string" ? to : to.user.id;
    return by.send("PUT", `/api/users/${userId}/guardians/${guardianId}`);
  }

  function end(of: Person = sophie, by = admin, userId = lea): Promise<Answer> {
    return by.send("DELETE", `/api/users/${userId}/guardians/${of.user.id}`);
  }

  function answer(by: Person, status: string | null = "present", userId = lea, more: object = {}): Promise<Answer> {
    return by.send("PUT", `/api/events/${event.id}/availability/${userId}`, { body: { status, ...more } });
  }

  async function entries(by: Person = admin): Promise<PlannedEvent["availability"]> {
    return (await by.get(`/api/events/${event.id}`)).json<PlannedEvent>().availability;
  }

  async function guardiansSeenBy(viewer: Person, userId = lea): Promise<readonly string[] | undefined> {
    return (await viewer.get("/api/users")).json<TeamRow[]>().find(({ id }) => id === userId)?.guardianIds;
  }

  beforeEach(async () => {
    ({ admin } = planning);
    sophie = await planning.newcomer({ firstName: "Sophie" });
    lea = await addPerson();
    event = await createEvent(admin);
  });

  test("who leaves the group, or whose guardian does, stays entrusted", async () => {
    await entrust();
    await joinGroup(sophie, "1");
    await sophie.send("DELETE", "/api/groups/1/members/me");
    expect((await answer(sophie)).status).toBe(200);
    await admin.send("DELETE", `/api/groups/1/members/${lea}`);
    expect(await guardiansSeenBy(sophie)).toEqual([sophie.user.id]);
  });

  test("has lines in the journal, as who answers for them may change what others see of them, and is in the guardian's own data", async () => {
    await entrust();
    await answer(sophie);
    await end();
    await entrust();
    await end(sophie, sophie);
    await entrust();
    const acts = { userId: lea, guardianId: sophie.user.id };
    const journal = (await admin.get("/api/journal")).json<JournalEntry[]>();
    expect(journal.slice(0, 5).map(({ act }) => act)).toEqual([
      { type: "user.entrusted", ...acts },
      { type: "user.entrusted", ...acts },
      { type: "user.entrusting_ended", ...acts },
      { type: "user.entrusted", ...acts },
      expect.objectContaining({ type: "event.created" }),
    ]);
    expect(journal[0]).toMatchObject({
      person: { name: "Léa Petit" },
      guardian: { name: expect.stringContaining("Sophie") as string },
    });
    const own = (await sophie.get("/api/users/me/data")).json<OwnData>();
    expect(own.entrusted).toEqual(["Léa Petit"]);
    expect(own.journal.map(({ act }) => act.type)).toContain("user.entrusted");
    expect((await admin.get("/api/users/me/data")).json<OwnData>()).not.toHaveProperty("entrusted");
  });

  test("is answered for by whoever they are entrusted to, whose id the entries carry, and by no other member", async () => {
    expect((await answer(sophie)).status).toBe(403);
    expect((await entrust()).status).toBe(204);
    expect((await entrust()).status).toBe(204);
    expect((await answer(sophie)).status).toBe(200);
    expect(await entries()).toEqual([
      expect.objectContaining({ userId: lea, userName: "Léa Petit", status: "present", saidBy: sophie.user.id }),
    ]);
    const paul = await planning.newcomer();
    expect((await answer(paul, "absent")).json()["code"]).toBe("request.forbidden");
    expect((await answer(sophie, "present", paul.user.id)).json()["code"]).toBe("request.forbidden");
    expect((await end()).status).toBe(204);
    expect((await end()).status).toBe(204);
    expect((await answer(sophie, "absent")).json()["code"]).toBe("request.forbidden");
    expect((await entries())[0]?.status).toBe("present");
  });

  test("is told as entrusted to admins, to leaders of their groups and to their guardians alone, at once", async () => {
    const [lina, paul] = [await planning.newcomer(), await planning.newcomer()];
    await joinGroup(lina, "1");
    await admin.send("PUT", `/api/groups/1/leaders/${lina.user.id}`);
    const stream = await follow(planning.server, paul);
    await entrust(sophie, lina);
    await stream.find(mentions("person.changed"));
    stream.leave();
    const ids = [sophie.user.id];
    expect(await Promise.all([admin, lina, sophie, paul].map((viewer) => guardiansSeenBy(viewer)))).toEqual([
      ids,
      ids,
      ids,
      undefined,
    ]);
    const elsewhere = await addPerson({ ...LEA, firstName: "Tom" }, "2");
    expect((await entrust(sophie, lina, elsewhere)).json()["code"]).toBe("request.forbidden");
    await entrust(sophie, admin, elsewhere);
    expect(await guardiansSeenBy(lina, elsewhere)).toBeUndefined();
    expect((await end(sophie, lina, elsewhere)).json()["code"]).toBe("request.forbidden");
    expect((await end(sophie, paul)).json()["code"]).toBe("request.forbidden");
  });

  test("has no account, and their guardian has one, who neither entrusts anybody nor ends it for others", async () => {
    const tom = await addPerson({ ...LEA, firstName: "Tom", email: "tom@example.org" });
    const paul = await planning.newcomer();
    const codes = [
      await entrust(sophie, admin, paul.user.id),
      await entrust(tom),
      await entrust("nobody"),
      await entrust(sophie, admin, "nobody"),
      await entrust(sophie, sophie),
    ].map(({ status, text }) => [status, (JSON.parse(text) as { code: string }).code]);
    expect(codes).toEqual([
      [409, "user.has_account"],
      [409, "user.no_account"],
      [404, "user.not_found"],
      [404, "user.not_found"],
      [403, "request.forbidden"],
    ]);
    await entrust();
    await entrust(paul);
    expect((await end(paul, sophie)).json()["code"]).toBe("request.forbidden");
    expect((await entrust(paul, sophie, tom)).json()["code"]).toBe("request.forbidden");
    expect((await end(sophie, sophie)).status).toBe(204);
    expect(await guardiansSeenBy(admin)).toEqual([paul.user.id]);
  });

  test("has two guardians at most, each of whom answers for eight at most", async () => {
    const others = [await planning.newcomer(), await planning.newcomer()];
    const full = [await entrust(), await entrust(others[0]), await entrust(others[1])];
    expect(full.map(({ status }) => status)).toEqual([204, 204, 409]);
    expect(full[2]?.json()).toMatchObject({
      code: "guardians.too_many",
      detail: "2\u00a0personnes répondent déjà pour elle\u00a0: retirez-en une d'abord.",
    });
    for (let count = 1; count < 8; count += 1) {
      const child = await addPerson({ ...LEA, firstName: `Enfant ${count}` });
      expect((await entrust(sophie, admin, child)).status).toBe(204);
    }
    const ninth = await entrust(sophie, admin, await addPerson());
    expect(ninth.json()).toMatchObject({
      code: "entrusted.too_many",
      detail: "8\u00a0personnes lui sont déjà confiées\u00a0: choisissez quelqu'un d'autre.",
    });
  });

  test("is answered for by two guardians at once: the later answer counts, and each sees it", async () => {
    const paul = await planning.newcomer();
    await entrust();
    await entrust(paul);
    const [earlier, later] = ["2026-01-01T10:00:00Z", "2026-01-01T10:00:01Z"];
    const answers = await Promise.all([
      answer(paul, "absent", lea, { answeredAt: later }),
      answer(sophie, "present", lea, { answeredAt: earlier }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const reader of [sophie, paul])
      expect(await entries(reader)).toEqual([expect.objectContaining({ status: "absent", saidBy: paul.user.id })]);
  });

  test("gets services and absences from their guardian, who changes nothing else of theirs, as nobody else does", async () => {
    const paul = await planning.newcomer();
    await entrust();
    const services = (by: Person, positions: string[]) =>
      by.send("PUT", `/api/users/${lea}/services`, { body: { positions } });
    const absences = `/api/users/${lea}/absences`;
    const days = { from: "2050-12-20", to: "2050-12-26" };
    expect((await services(sophie, ["Batterie"])).json()).toMatchObject({ id: lea, positions: ["Batterie"] });
    const { id } = (await sophie.post(absences, days)).json<Absence>();
    expect((await sophie.get(absences)).json()).toEqual([expect.objectContaining({ id, ...days })]);
    expect(await entries()).toEqual([expect.objectContaining({ userId: lea, source: "absence" })]);
    for (const other of [paul, admin]) {
      const refused = [
        await services(other, ["Piano"]),
        await other.get(absences),
        await other.post(absences, days),
        await other.send("DELETE", `${absences}/${id}`),
      ];
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    expect((await sophie.send("DELETE", `/api/absences/${id}`)).status).toBe(404);
    const own = (await sophie.post("/api/absences", days)).json<Absence>();
    expect((await sophie.send("DELETE", `${absences}/${own.id}`)).status).toBe(404);
    expect((await sophie.send("DELETE", `${absences}/${id}`)).status).toBe(204);
    expect(await entries()).toEqual([]);
    const others = [
      await sophie.send("DELETE", `/api/users/${lea}`),
      await sophie.send("PUT", `/api/groups/2/members/${lea}`),
      await sophie.post(`/api/users/${lea}/invitation`, {}),
    ];
    expect(others.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  test("of a group that their guardian is not in is answered for all the same, live, and the guardian joins nothing", async () => {
    await entrust();
    await joinGroup(sophie, "2");
    const stream = await follow(planning.server, sophie);
    await answer(admin, "absent");
    await stream.find(mentions("availability.set"));
    stream.leave();
    expect((await answer(sophie)).status).toBe(200);
    const memberships = (await sophie.get(`/api/memberships?user=${sophie.user.id}`)).json<{ groupId: string }[]>();
    expect(memberships.map(({ groupId }) => groupId)).toEqual(["2"]);
    const refused = [
      await sophie.get(`/api/events/${event.id}/requests`),
      await sophie.send("PATCH", `/api/events/${event.id}`, { body: { name: "Veillée" } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    await end();
    const later = await follow(planning.server, sophie);
    await answer(admin, "present");
    await admin.send("PATCH", "/api/groups/2", { body: { name: "Jeunes" } });
    await later.find(mentions("group.renamed"));
    expect(JSON.stringify(later.events)).not.toContain(lea);
    later.leave();
  });

  test("outlives their guardian's account, and is gone from it when they are deleted", async () => {
    const paul = await planning.newcomer();
    await entrust();
    await entrust(paul);
    await answer(sophie);
    expect((await admin.send("DELETE", `/api/users/${sophie.user.id}`)).status).toBe(204);
    expect(await guardiansSeenBy(admin)).toEqual([paul.user.id]);
    expect((await entries())[0]).not.toHaveProperty("saidBy");
    expect((await admin.send("DELETE", `/api/users/${lea}`)).status).toBe(204);
    expect((await answer(paul)).status).toBe(403);
    expect(await planning.server.database.kysely.selectFrom("guardian").selectAll().execute()).toEqual([]);
  });

  test("who gets an account answers for themselves, and their guardian no longer, in the same moment", async () => {
    await entrust();
    const { link } = (await admin.post(`/api/users/${lea}/invitation`, {})).json<OneTimeLink>();
    const invitation = new URL(link).searchParams.get("invitation");
    const form = { ...MARIE, ...LEA, email: "lea@example.org", invitation };
    const registered = await planning.server.client().post("/api/auth/sign-up/email", form);
    expect(registered.status).toBe(201);
    expect((await answer(sophie)).status).toBe(403);
    expect(await guardiansSeenBy(sophie)).toBeUndefined();
    expect((await entrust()).json()["code"]).toBe("user.has_account");
  });

  test("in a list is entrusted to the person of their address, who answers for them from their first day on", async () => {
    const email = "ines@example.org";
    const ines = { firstName: "Inès", lastName: "Moreau", positions: ["Bass"], email };
    const child = { firstName: "Max", lastName: "Moreau", positions: [], entrustedTo: "INES@example.org" };
    const added = await admin.post("/api/people", { groupId: "1", people: [ines, child] });
    expect(added.status).toBe(201);
    const [parent, max] = added.json<TeamRow[]>();
    expect([parent?.account, max?.account]).toEqual(["invited", "none"]);
    expect(await guardiansSeenBy(admin, max?.id)).toEqual([parent?.id]);
    const { link } = (await admin.post(`/api/users/${parent?.id ?? ""}/invitation`, {})).json<OneTimeLink>();
    const client = planning.server.client();
    const invitation = new URL(link).searchParams.get("invitation");
    expect((await client.post("/api/auth/sign-up/email", { ...MARIE, ...ines, invitation })).status).toBe(201);
    const path = `/api/events/${event.id}/availability/${max?.id ?? ""}`;
    expect((await client.send("PUT", path, { body: { status: "present" } })).status).toBe(200);
    const lonely = await admin.post("/api/people", { groupId: "1", people: [{ ...child, firstName: "Zoé" }] });
    expect(lonely.json()).toMatchObject({
      code: "request.invalid",
      errors: { "people.0.entrustedTo": "request.invalid" },
    });
  });

  describe("at the answer link of their guardian", () => {
    let token = "";
    const call = (path: string, body: object) => planning.server.client().post(path, { token, ...body });
    const read = () => call("/api/answers/by-link/event", {});
    const answerByLink = (userId: string, status = "present") => call("/api/answers/by-link", { userId, status });
    beforeEach(async () => {
      await entrust();
      token = await answerToken(planning.environment["DATA_DIR"], {
        userId: sophie.user.id,
        eventId: event.id,
        purpose: "answer",
      });
    });

    test("has a row of their own, as long as they are entrusted", async () => {
      const row = { id: lea, firstName: "Léa", lastName: "Petit", plays: [] };
      expect((await read()).json()).toMatchObject({
        firstName: "Sophie",
        isForOthersOnly: true,
        entrusted: [{ ...row, answer: null }],
      });
      await joinGroup(sophie, "1");
      expect((await answerByLink(lea)).json()).toMatchObject({
        answer: null,
        entrusted: [{ ...row, answer: "present" }],
      });
      expect((await read()).json()).not.toHaveProperty("isForOthersOnly");
      expect(await entries()).toEqual([expect.objectContaining({ userId: lea, saidBy: sophie.user.id })]);
      await end();
      expect((await read()).json()).not.toHaveProperty("entrusted");
      expect((await answerByLink(lea, "absent")).json()["code"]).toBe("answer_link.void");
    });

    test("is the only other one whom the link's person answers for, be they an admin", async () => {
      await admin.post("/api/users/admins", { email: sophie.user.email });
      const paul = await planning.newcomer();
      expect((await answerByLink(paul.user.id)).json()["code"]).toBe("answer_link.void");
      expect(await entries()).toEqual([]);
    });
  });
});
