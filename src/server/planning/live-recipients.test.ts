import { beforeEach, describe, expect, test } from "vitest";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import {
  follow,
  isReload,
  joinGroup,
  leaveGroup,
  renameGroup,
  startOf,
  mentions,
} from "#test/support/server/test-live.ts";
import { createEvent, type Person, giveAnswer, startPlanningServer } from "#test/support/server/test-planning.ts";
import { ENGINES, MARIE } from "#test/support/server/test-server.ts";
import type { TestStream } from "#test/support/server/test-stream.ts";
import { readState } from "./changes/write-change-log.ts";

/** The types of the changes and reloads in a stream. */
function typesIn(events: TestStream["events"]): string[] {
  return events
    .filter(({ event }) => event === "change" || event === "reload")
    .map(({ event, data }) => (event === "change" ? (data as { type: string }).type : event));
}

let names = 0;

describe.each(ENGINES)("whoever follows the changes on %s", (engine) => {
  const running = planningForAllTests(engine);

  async function memberOf(...groupIds: string[]): Promise<Person> {
    const member = await running.newcomer();
    for (const groupId of groupIds) await joinGroup(member, groupId);
    return member;
  }

  function open(person: Person, after?: number): Promise<TestStream> {
    return follow(running.server, person, after);
  }

  function plan(groupId: string, name: string) {
    return createEvent(running.admin, { groupId, name });
  }

  function setAdmin({ user: { id } }: Person, isAdmin: boolean) {
    const { kysely } = running.server.database;
    return kysely.updateTable("users").set({ is_admin: isAdmin }).where("id", "=", id).execute();
  }

  /** The types that `stream` has received, once it has received everything up to now. */
  async function receivedBy(stream: TestStream): Promise<string[]> {
    names += 1;
    const tellsOfThis = mentions(`Louange ${names}`);
    await renameGroup(running.admin, `Louange ${names}`);
    await stream.find(tellsOfThis);
    return typesIn(stream.events.slice(0, stream.events.findIndex(tellsOfThis)));
  }

  test("hears as a member what is of their groups, and which groups there are", async () => {
    const stream = await open(await memberOf("1"));
    await plan("2", "Ailleurs");
    await plan("1", "Chez nous");
    await running.admin.post("/api/groups", { name: "Chorale" });
    expect(await receivedBy(stream)).toEqual(["event.created", "group.created"]);
    expect(stream.events.some(mentions("Chez nous"))).toBe(true);
    stream.leave();
  });

  test("hears all as an admin", async () => {
    const stream = await open(running.admin);
    await plan("1", "Ici");
    await plan("2", "Ailleurs");
    expect(await receivedBy(stream)).toEqual(["event.created", "event.created"]);
    stream.leave();
  });

  test("hears before belonging to any group which ones there are, and all of one from the moment they join it", async () => {
    const marie = await memberOf();
    const stream = await open(marie);
    await plan("1", "Ici");
    const { id } = await plan("2", "Ailleurs");
    await giveAnswer(running.admin, id, "present");
    await running.admin.post("/api/groups", { name: "Fanfare" });
    expect(await receivedBy(stream)).toEqual(["group.created"]);
    await joinGroup(marie, "1");
    await stream.find(isReload);
    await plan("1", "Pendant");
    await stream.find(mentions("Pendant"));
    await leaveGroup(marie, "1");
    await plan("1", "Après");
    await receivedBy(stream);
    expect(stream.events.some(mentions("Après"))).toBe(false);
    stream.leave();
  });

  test("hears of a group from the moment they join it until they leave it", async () => {
    const marie = await memberOf("1");
    const stream = await open(marie);
    await plan("2", "Avant");
    expect(await receivedBy(stream)).toEqual([]);
    await joinGroup(marie, "2");
    // Earlier events were not sent to her, so she must read them.
    await stream.find(isReload);
    await plan("2", "Pendant");
    await stream.find(mentions("Pendant"));
    await leaveGroup(marie, "2");
    await stream.find(({ data }) => JSON.stringify(data).includes("group.left"));
    await plan("2", "Après");
    const all = await receivedBy(stream);
    expect(all.filter((type) => type !== "group.renamed")).toEqual([
      "group.joined",
      "reload",
      "event.created",
      "group.left",
    ]);
    stream.leave();
  });

  test("hears of a group from their first answer in it", async () => {
    const marie = await memberOf("1");
    const stream = await open(marie);
    const { id } = await plan("2", "Un lien direct");
    expect(await receivedBy(stream)).toEqual([]);
    await giveAnswer(marie, id, "present");
    await stream.find(isReload);
    await plan("2", "Le suivant");
    await stream.find(mentions("Le suivant"));
    stream.leave();
  });

  test("is told to read again when they joined a group while away", async () => {
    const marie = await memberOf("1");
    const stream = await open(marie);
    const start = await startOf(stream);
    stream.leave();
    await joinGroup(marie, "2");
    await plan("2", "Entre-temps");
    const resumed = await open(marie, start);
    await resumed.find(isReload);
    expect(await receivedBy(resumed)).toEqual(["group.joined", "event.created", "reload"]);
    resumed.leave();
  });

  test("hears less once they are no admin any more, and more once they are one", async () => {
    const marie = await memberOf("1");
    await setAdmin(marie, true);
    const stream = await open(marie);
    await plan("2", "Comme admin");
    expect(await receivedBy(stream)).toEqual(["event.created"]);
    await setAdmin(marie, false);
    await plan("2", "Comme membre");
    await receivedBy(stream);
    expect(stream.events.some(mentions("Comme membre"))).toBe(false);
    await setAdmin(marie, true);
    await plan("2", "De nouveau");
    await stream.find(mentions("De nouveau"));
    await stream.find(isReload);
    stream.leave();
  });

  test("is told to read again when an event of theirs comes back; others hear nothing of it", async () => {
    const [marie, paul] = [await memberOf("1"), await memberOf("2")];
    const { id } = await plan("1", "Revenu");
    const [stream, other] = [await open(marie), await open(paul)];
    await running.admin.send("DELETE", `/api/events/${id}`);
    await running.admin.post(`/api/events/${id}/restoration`);
    expect(await receivedBy(stream)).toEqual(["event.deleted", "reload"]);
    expect(await receivedBy(other)).toEqual(["group.renamed"]);
    stream.leave();
    other.leave();
  });

  test("is told to read again when a group comes back, be it theirs or not", async () => {
    const { id } = (await running.admin.post("/api/groups", { name: "Revenants" })).json<{ id: string }>();
    const [marie, paul] = [await memberOf(id, "1"), await memberOf("2")];
    const [stream, other] = [await open(marie), await open(paul)];
    await running.admin.send("DELETE", `/api/groups/${id}`);
    await running.admin.post(`/api/groups/${id}/restoration`);
    await plan(id, "Après");
    await stream.find(mentions("Après"));
    expect((await receivedBy(other)).filter((type) => type !== "group.renamed")).toEqual(["group.deleted", "reload"]);
    expect(typesIn(stream.events).slice(0, 2)).toEqual(["group.deleted", "reload"]);
    stream.leave();
    other.leave();
  });

  test("never hears an e-mail address", async () => {
    const stream = await open(running.admin, 0);
    const marie = await memberOf("1");
    const profile = { firstName: "Maria", lastName: "Petit", positions: ["Lead"] };
    const answered = await giveAnswer(marie, (await plan("1", "Répétition")).id, "present");
    const changed = await marie.send("PATCH", "/api/users/me", { body: profile });
    // Checked before her removal: afterwards the log only says that she was removed.
    expect(await receivedBy(stream)).toEqual(expect.arrayContaining(["availability.set", "person.changed"]));
    const removed = await running.admin.send("DELETE", `/api/users/${marie.user.id}`);
    expect([answered, changed, removed].map(({ status }) => status)).toEqual([200, 200, 204]);
    expect(await receivedBy(stream)).toContain("person.removed");
    expect(JSON.stringify(stream.events)).not.toContain("@");
    stream.leave();
  });

  test("hears who deleted a group or an event, by their id, until that person is gone", async () => {
    const admin = await running.newcomer();
    await setAdmin(admin, true);
    const start = (await readState(running.server.database)).position;
    const stream = await open(await memberOf("1"));
    const event = await plan("1", "Culte");
    const group = (await running.admin.post("/api/groups", { name: "Chorale" })).json<{ id: string }>();
    await admin.send("DELETE", `/api/events/${event.id}`);
    await admin.send("DELETE", `/api/groups/${group.id}`);
    const by = { by: admin.user.id };
    const deletions = (of: TestStream) =>
      of.events.flatMap(({ data }) => (JSON.stringify(data).includes(".deleted") ? [data] : []));
    const [eventDeleted, groupDeleted] = [
      { type: "event.deleted", eventId: event.id },
      { type: "group.deleted", groupId: group.id },
    ];
    await receivedBy(stream);
    expect(deletions(stream)).toEqual([
      { ...eventDeleted, ...by },
      { ...groupDeleted, ...by },
    ]);
    expect(stream.events.filter(({ data }) => JSON.stringify(data).includes('"by"'))).toHaveLength(2);
    await running.admin.send("DELETE", `/api/users/${admin.user.id}`);
    const later = await open(running.admin, start);
    await receivedBy(later);
    expect(deletions(later)).toEqual([eventDeleted, groupDeleted]);
    stream.leave();
    later.leave();
  });

  test("hears of the deletion of their own account that it was, and then no more", async () => {
    const marie = await memberOf("1");
    const stream = await open(marie);
    await startOf(stream);
    await running.admin.send("DELETE", `/api/users/${marie.user.id}`);
    expect(await stream.ended).toBe(true);
    expect(stream.events.at(-1)).toMatchObject({ data: { type: "person.removed", userId: marie.user.id } });
  });

  describe("hears nothing after the end of their right", () => {
    let marie: Person;
    let stream: TestStream;

    beforeEach(async () => {
      marie = await memberOf("1");
      stream = await open(marie);
      await plan("1", "Avant");
      await stream.find(mentions("Avant"));
    });

    /** Expects the stream to end without an event that is created now. */
    async function expectEnd(): Promise<void> {
      await plan("1", "Après");
      expect(await stream.ended).toBe(true);
      expect(stream.events.some(mentions("Après"))).toBe(false);
      const id = String(stream.headers["x-request-id"]);
      expect(running.server.log.some((line) => line.includes(id) && line.includes("no right to read"))).toBe(true);
    }

    test("by signing out", async () => {
      await marie.post("/api/auth/sign-out");
      await expectEnd();
    });

    test("by the age of their session", async () => {
      const { kysely } = running.server.database;
      await kysely
        .updateTable("session")
        .set({ expires_at: new Date(0) })
        .where("user_id", "=", marie.user.id)
        .execute();
      await expectEnd();
    });

    test("by the deletion of their account", async () => {
      await running.admin.send("DELETE", `/api/users/${marie.user.id}`);
      await expectEnd();
    });

    test("by another password, on their other browsers", async () => {
      const elsewhere = running.server.client();
      const { password } = MARIE;
      await elsewhere.post("/api/auth/sign-in/email", { email: marie.user.email, password });
      const own = await follow(running.server, elsewhere);
      const passwords = { currentPassword: password, newPassword: "secret2" };
      expect((await elsewhere.post("/api/auth/change-password", passwords)).status).toBe(200);
      await expectEnd();
      await own.find(mentions("Après"));
      own.leave();
    });
  });
});

test("a stream ends within a beat of signing out, though nothing happens", async () => {
  const { server, admin, newcomer, stop } = await startPlanningServer("sqlite", { beatMs: 20 });
  const marie = await newcomer();
  const [stream, other] = [await follow(server, marie), await follow(server, admin)];
  await marie.post("/api/auth/sign-out");
  expect(await stream.ended).toBe(true);
  const heard = other.events.length;
  await other.find((event) => other.events.indexOf(event) >= heard);
  await stop();
});
