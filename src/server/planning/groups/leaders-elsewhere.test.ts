import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { API } from "#contract/paths.ts";
import { follow, joinGroup, mentions, renameGroup } from "#test/support/server/test-live.ts";
import { createEvent, giveAnswer, type Person } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE, type TestClient } from "#test/support/server/test-server.ts";
import { startNotifiedTeam, type NotifiedTeam } from "#test/support/server/test-notified-team.ts";
import { buildTestPage, hint, removeTestPage, visit } from "#test/support/server/test-visit.ts";

/** What happens in groups 2 and 3, of which nobody here is told more than a member of group 1 is. */
const STEPS = [
  "create",
  "edit",
  "move",
  "delete",
  "restore",
  "answer",
  "drop out",
  "keep",
  "ask",
  "roles",
  "reminders",
  "member",
  "leader",
] as const;

const history = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.constantFrom("2", "3")), {
  minLength: 6,
  maxLength: 16,
});

describe.each(EITHER_ENGINE)("a leader on %s", (engine) => {
  let team: NotifiedTeam;
  /** Leads group 1. */
  let lina: Person;
  /** Belongs to it. */
  let marie: Person;
  let bruno: Person;
  let events: { id: string; groupId: string }[];
  let minute = 1;
  let webRoot: string;

  beforeEach(async () => {
    webRoot = await buildTestPage();
    team = await startNotifiedTeam(engine, { webRoot });
    lina = await team.member("Lina", { positions: ["Batterie"] });
    marie = await team.member("Marie", { positions: ["Batterie"] });
    bruno = await team.member("Bruno", { positions: ["Batterie"] });
    for (const groupId of ["2", "3"]) await joinGroup(bruno, groupId);
    await team.planning.admin.send("PUT", `/api/groups/1/leaders/${lina.user.id}`);
  });
  afterEach(async () => {
    await team.stop();
    await removeTestPage(webRoot);
  });

  async function happen(step: (typeof STEPS)[number], groupId: string): Promise<void> {
    const { admin } = team.planning;
    const id = events.findLast((event) => event.groupId === groupId)?.id ?? "none";
    const put = (path: string, body: object) => admin.send("PUT", path, { body });
    switch (step) {
      case "create":
        events.push(await createEvent(admin, { groupId, date: "2050-11-28" }));
        return;
      case "edit":
      case "move": {
        const body = step === "move" ? { date: "2050-11-29" } : { name: "Ailleurs" };
        return void (await admin.send("PATCH", `/api/events/${id}`, { body }));
      }
      case "delete":
        return void (await admin.send("DELETE", `/api/events/${id}`));
      case "restore":
        return void (await admin.post(`/api/events/${id}/restoration`));
      case "answer":
      case "drop out":
        return void (await giveAnswer(bruno, id, step === "answer" ? "present" : "absent"));
      case "keep":
        return void (await put(`/api/events/${id}/line-up`, {
          holdings: [{ role: "Batterie", userId: bruno.user.id }],
        }));
      case "ask":
        return void (await admin.post(`/api/events/${id}/requests`, { userIds: [bruno.user.id], inOrder: false }));
      case "roles":
        return void (await put(`/api/groups/${groupId}/required-roles`, { roles: ["Batterie"] }));
      case "reminders":
        return void (await put(`/api/groups/${groupId}/reminders`, { isOn: true, daysBefore: 7 }));
      case "member":
        return void (await admin.send("DELETE", `/api/groups/${groupId}/members/${bruno.user.id}`));
      case "leader":
        await joinGroup(bruno, groupId);
        return void (await admin.send("PUT", `/api/groups/${groupId}/leaders/${bruno.user.id}`));
    }
  }

  /** Every answer about the groups that are not theirs. */
  async function answersTo(client: TestClient): Promise<unknown[]> {
    const ofEvents = events.flatMap(({ id }) =>
      ["", "/turns", "/requests", "/replacements"].map((part) => `/api/events/${id}${part}`),
    );
    const ofGroups = ["2", "3"].flatMap((id) => [
      `/api/groups/${id}`,
      `/api/groups/${id}/reminders`,
      `/api/events?group=${id}&from=2050-11-01&to=2050-12-31`,
      `/api/events/upcoming?group=${id}`,
    ]);
    const ofAll = [
      "/api/groups",
      "/api/memberships",
      "/api/trash",
      "/api/journal",
      "/api/mails",
      "/api/events/upcoming",
    ];
    return Promise.all(
      [...ofAll, ...ofGroups, ...ofEvents].map(async (path) => {
        const { status, text } = await client.get(path);
        return [path, status, status === 200 ? text : ""];
      }),
    );
  }

  /** What comes with the pages of a group that is not theirs. */
  async function pagesTo(client: Person): Promise<unknown[]> {
    const [event] = events;
    hint(client, { personId: client.user.id, groupId: "2" });
    const visits = [`/events/${event?.id}`, "/group", "/", "/select-group"].map((path) => visit(client, path));
    const answers = (await Promise.all(visits)).flatMap(({ data }) => data?.answers ?? []);
    const ofOneself = new Set<string>([API.session, API.users]);
    return answers.filter(({ call }) => !ofOneself.has(call) && !call.includes(client.user.id));
  }

  async function feedOf(client: Person): Promise<string[]> {
    const { address } = (await client.post("/api/users/me/calendar")).json<{ address: string }>();
    const { text } = await client.get(new URL(address).pathname);
    return [...text.matchAll(/^UID:.*$/gm)].map(([line]) => line);
  }

  test("gets of other groups what a member of their own group gets, whatever happens there", async () => {
    const property = fc.asyncProperty(history, async (steps) => {
      events = [];
      const { admin, server } = team.planning;
      const streams = [await follow(server, lina), await follow(server, marie)];
      for (const [step, groupId] of [["create", "2"], ["create", "3"], ...steps] as const) await happen(step, groupId);
      minute += 7;
      const mails = await team.at("2050-11-20", `13:${String(minute % 60).padStart(2, "0")}`);
      for (const person of [lina, marie])
        expect(mails.flatMap(({ envelope }) => envelope.to)).not.toContain(person.user.email);
      const name = `Louange ${minute}`;
      await renameGroup(admin, name);
      const [received, expected] = await Promise.all(
        streams.map(async (stream) => {
          await stream.find(mentions(name));
          stream.leave();
          return stream.events.filter(({ event }) => event === "change" || event === "reload");
        }),
      );
      expect(received).toEqual(expected);
      expect(await answersTo(lina)).toEqual(await answersTo(marie));
      const pages = await pagesTo(lina);
      expect(pages.length).toBeGreaterThan(8);
      expect(pages).toEqual(await pagesTo(marie));
      expect(await feedOf(lina)).toEqual(await feedOf(marie));
    });
    await fc.assert(property, { numRuns: engine === "sqlite" ? 6 : 3, seed: 30_451, endOnFailure: true });
  });
});
