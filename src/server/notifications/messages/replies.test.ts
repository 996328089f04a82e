import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JournalEntry } from "#contract/journal.ts";
import { createEvent, type Person } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE } from "#test/support/server/test-server.ts";
import { startNotifiedTeam, type NotifiedTeam } from "#test/support/server/test-notified-team.ts";

const EVENT = { date: "2050-11-27", time: "10:00", name: "Culte" };
const REMINDER_DAY = "2050-11-22";
const REPLIES = "/api/users/me/replies";
const ADDRESS = "louange@example.org";

function remindersOf(groupId: string): string {
  return `/api/groups/${groupId}/reminders`;
}

describe.each(EITHER_ENGINE)("replies to messages, on %s", (engine) => {
  let team: NotifiedTeam;
  let leader: Person;

  beforeEach(async () => {
    team = await startNotifiedTeam(engine);
    leader = await team.leader("Camille");
  });
  afterEach(() => team.stop());

  async function setAddress(replyAddress: string | null, groupId = "1", by = leader) {
    const answer = await by.send("PUT", remindersOf(groupId), { body: { isOn: true, daysBefore: 5, replyAddress } });
    return [answer.status, answer.json()["replyAddress"]];
  }

  /** Where a reply to each mail goes. */
  async function replies(): Promise<(string | undefined)[][]> {
    return (await team.settle()).map(({ replyTo = [] }) => replyTo.map(({ address }) => address));
  }

  async function ask(person: Person): Promise<void> {
    const { id } = await createEvent(leader, { ...EVENT, date: "2050-12-24" });
    const body = { userIds: [person.user.id], inOrder: false };
    expect((await leader.post(`/api/events/${id}/requests`, body)).status).toBe(200);
  }

  test("go to the address of the event's group, and of each group that a reminder is about", async () => {
    const member = await team.member("Anne");
    expect((await member.send("PUT", "/api/groups/2/members/me")).status).toBe(200);
    await createEvent(leader, EVENT);
    await createEvent(leader, { ...EVENT, groupId: "2" });
    expect(await setAddress(ADDRESS.toUpperCase())).toEqual([200, ADDRESS]);
    await team.settle();
    await setAddress("jeunes@example.org", "2");
    const mails = (await team.at(REMINDER_DAY, "18:00")).filter(({ envelope }) =>
      envelope.to.includes(member.user.email ?? ""),
    );
    expect(mails.map(({ replyTo = [] }) => replyTo.map(({ address }) => address))).toEqual([
      ["jeunes@example.org", ADDRESS],
    ]);
  });

  test("to a request go to who asks if they ticked it and read their mails, else to the group", async () => {
    const member = await team.member("Anne");
    await ask(member);
    expect(await replies()).toEqual([[]]);
    await setAddress(ADDRESS);
    await ask(member);
    expect(await replies()).toEqual([[ADDRESS]]);
    expect((await leader.get(REPLIES)).json()).toEqual({ areTaken: false });
    expect((await leader.send("PUT", REPLIES, { body: { areTaken: true } })).status).toBe(200);
    expect((await leader.get(REPLIES)).json()).toEqual({ areTaken: true });
    await ask(member);
    expect(await replies()).toEqual([[leader.user.email]]);
    const { kysely } = team.planning.server.database;
    await kysely.updateTable("users").set({ email_verified: false }).where("id", "=", leader.user.id).execute();
    await ask(member);
    expect(await replies()).toEqual([[ADDRESS]]);
  });

  test("have an address that those read who may set it, and that choices of an older page keep", async () => {
    const member = await team.member("Anne");
    const first = await team.member("Bruno");
    const admin = await team.organiser("Odile");
    await admin.send("PUT", `/api/groups/1/leaders/${first.user.id}`);
    expect(await setAddress(ADDRESS, "1", first)).toEqual([200, ADDRESS]);
    expect((await setAddress("nowhere", "1", first))[0]).toBe(422);
    expect((await setAddress(ADDRESS, "2", first))[0]).toBe(403);
    expect((await setAddress(null, "1", member))[0]).toBe(403);
    await first.send("PUT", remindersOf("1"), { body: { isOn: false, daysBefore: 3 } });
    expect((await first.get(remindersOf("1"))).json()).toEqual({ isOn: false, daysBefore: 3, replyAddress: ADDRESS });
    expect((await member.get(remindersOf("1"))).status).toBe(403);
    for (const path of ["/api/groups", "/api/groups/1", "/api/events/upcoming?groupId=1"]) {
      expect((await member.get(path)).text).not.toContain(ADDRESS);
    }
    const { kysely } = team.planning.server.database;
    expect(JSON.stringify(await kysely.selectFrom("planning_change").selectAll().execute())).not.toContain(ADDRESS);
    await setAddress(null, "1", first);
    expect((await first.get(remindersOf("1"))).json()).not.toHaveProperty("replyAddress");
    const acts = (await admin.get("/api/journal")).json<(JournalEntry & Record<string, unknown>)[]>();
    expect(acts.filter(({ act }) => act.type === "group.reply_address_set")).toHaveLength(2);
    expect(JSON.stringify(acts)).not.toContain(ADDRESS);
  });
});
