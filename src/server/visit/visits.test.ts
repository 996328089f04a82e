import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VISIT_COOKIE } from "#contract/visit/visit-cookie.ts";
import {
  createEvent,
  NOON,
  passPosition,
  type Person,
  type PlanningServer,
  positionOf,
  giveAnswer,
  startPlanningServer,
  TODAY,
} from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE, signInDefaultAdmin, type TestClient } from "#test/support/server/test-server.ts";
import { buildTestPage, hint, removeTestPage, visit } from "#test/support/server/test-visit.ts";

/** The month of `TODAY` with its neighbours, as the dashboard asks for it. */
const MONTH = "from=2050-09-26&to=2051-01-01";
const UPCOMING = `group=1&from=${TODAY}&limit=12`;

let webRoot: string;
beforeAll(async () => {
  webRoot = await buildTestPage();
});
afterAll(() => removeTestPage(webRoot));

describe.each(EITHER_ENGINE)("a page on %s", (engine) => {
  let planning: PlanningServer;
  let marie: Person;

  beforeAll(async () => {
    planning = await startPlanningServer(engine, { webRoot });
    marie = await planning.newcomer({ firstName: "Marie", email: "marie@example.org" });
    await marie.send("PUT", "/api/groups/1/members/me");
    const event = await createEvent(planning.admin, { name: "Veillée de Marie" });
    await giveAnswer(marie, event.id, "present");
    await createEvent(planning.admin, { groupId: "2", name: "Louange des jeunes" });
  });
  afterAll(() => planning.stop());

  /** Checks that each answer in the page equals the response to its call. Returns the calls. */
  async function expectSameAsCalls(client: TestClient, path: string): Promise<readonly string[]> {
    const { data, calls } = await visit(client, path);
    for (const { call, body, position } of data?.answers ?? []) {
      const answer = await client.get(call);
      expect([call, answer.status, answer.json()]).toEqual([call, 200, body]);
      expect([call, position ?? Number.NaN]).toEqual([call, positionOf(answer)]);
    }
    return calls;
  }

  test("holds the answers that its calls would get: a member's", async () => {
    const event = await createEvent(planning.admin);
    const own = ["/api/config", "/api/auth/get-session", "/api/users", "/api/groups"];
    expect(await expectSameAsCalls(marie, "/")).toEqual([
      ...own,
      `/api/events?group=1&${MONTH}`,
      `/api/events/upcoming?${UPCOMING}`,
      "/api/groups/1",
    ]);
    expect(await expectSameAsCalls(marie, "/?mois=2051-03")).toContain(
      "/api/events?group=1&from=2051-01-30&to=2051-04-30",
    );
    expect(await expectSameAsCalls(marie, `/events/${event.id}`)).toEqual([
      ...own,
      `/api/events/${event.id}`,
      "/api/groups/1",
    ]);
    expect(await expectSameAsCalls(marie, "/group")).toEqual([
      ...own,
      "/api/groups/1",
      `/api/events/upcoming?${UPCOMING}`,
    ]);
    expect(await expectSameAsCalls(marie, "/select-group")).toEqual([...own, `/api/memberships?user=${marie.user.id}`]);
    expect(await expectSameAsCalls(marie, "/users")).toEqual([...own, "/api/memberships"]);
    expect(await expectSameAsCalls(marie, "/events/none")).toEqual(own);
  });

  test("holds the answers that its calls would get: an admin's, with the events of all groups", async () => {
    const admin = await signInDefaultAdmin(planning.server);
    hint(admin, { personId: admin.user.id, groupId: "1" });
    const calls = await expectSameAsCalls(admin, "/");
    expect(calls).toContain(`/api/events?${MONTH}`);
    expect(calls).toEqual(expect.arrayContaining(["/api/groups/1", "/api/groups/2"]));
    expect((await visit(admin)).answer.text).toContain("marie@example.org");
  });

  test("has the position after which the stream of changes starts", async () => {
    const { data } = await visit(marie);
    await createEvent(planning.admin);
    expect((await visit(marie)).data?.position).toBe((data?.position ?? Number.NaN) + 1);
  });

  test("is never cached, and its data cannot run as a script", async () => {
    const { headers } = (await visit(marie)).answer;
    expect([headers["cache-control"], headers["etag"]]).toEqual(["private, no-store", undefined]);
    expect(headers["vary"]).toBe("accept-encoding, cookie");
    expect(headers["content-security-policy"]).toMatch(/script-src 'self';/);
  });

  test("holds no markup that somebody typed", async () => {
    const name = "</script><script>alert(1)</script><!--";
    await createEvent(planning.admin, { name });
    const { answer, data } = await visit(marie);
    expect(JSON.stringify(data)).toContain("<script>alert(1)");
    // The page's own, and the block of data.
    expect(answer.text.match(/<script/g)).toHaveLength(2);
    expect(answer.text).not.toContain("<!--");
  });

  test("holds the configuration alone where nobody is signed in", async () => {
    const { answer, data } = await visit(planning.server.client());
    expect(data).toMatchObject({ userId: null, position: null, answers: [{ call: "/api/config" }] });
    expect(data?.answers).toHaveLength(1);
    expect(answer.headers["cache-control"]).toBe("no-cache");
    const again = await visit(planning.server.client(), "/", { "if-none-match": String(answer.headers["etag"]) });
    expect([again.answer.status, again.answer.text]).toEqual([304, ""]);
  });

  test("shows the next person of a browser nothing of the one before", async () => {
    const client = planning.server.client();
    const paul = await planning.newcomer({ firstName: "Paul", email: "paul@example.org" });
    for (const [name, value] of marie.cookies) client.cookies.set(name, value);
    const before = await visit(client);
    expect(before.data?.userId).toBe(marie.user.id);
    for (const [name, value] of paul.cookies) client.cookies.set(name, value);
    const after = await visit(client, "/", { "if-none-match": "*" });
    expect([after.answer.status, after.data?.userId]).toEqual([200, paul.user.id]);
    expect(after.answer.text).not.toContain("marie@example.org");
    // Paul belongs to no group, so he has chosen none.
    expect(after.calls.filter((call) => call.startsWith("/api/events"))).toEqual([]);
  });

  test("holds nobody's data if the browser shows nobody, or somebody else", async () => {
    const client = planning.server.client();
    for (const [name, value] of marie.cookies) client.cookies.set(name, value);
    for (const personId of [null, "somebody-else"]) {
      hint(client, { personId, groupId: "1" });
      const { data, answer } = await visit(client);
      expect([data?.userId, data?.answers.length]).toEqual([null, 1]);
      expect(answer.text).not.toContain("Marie");
    }
  });

  test("holds nobody's data after their session ended, also by another device", async () => {
    const { session, other } = await twoDevices("ended@example.org");
    expect((await visit(session)).data?.userId).not.toBeNull();
    expect((await other.send("DELETE", "/api/auth/sessions")).status).toBe(204);
    const { data, answer } = await visit(session);
    expect([data?.userId, data?.answers.length]).toEqual([null, 1]);
    expect(answer.text).not.toContain("ended@example.org");
  });

  async function twoDevices(email: string) {
    const session = await planning.newcomer({ email });
    const other = planning.server.client();
    await other.post("/api/auth/sign-in/email", { email, password: "secret1" });
    return { session, other };
  }

  test("holds nothing that needs a right which the user has lost", async () => {
    const lost = await planning.newcomer({ email: "lost@example.org" });
    await planning.admin.post("/api/users/admins", { email: "lost@example.org" });
    hint(lost, { personId: lost.user.id, groupId: "1" });
    const before = await visit(lost);
    expect(before.answer.text).toContain("marie@example.org");
    expect((await planning.admin.send("DELETE", `/api/users/admins/${lost.user.id}`)).status).toBe(204);
    expect((await visit(lost)).data?.userId).toBeNull();
    await lost.post("/api/auth/sign-in/email", { email: "lost@example.org", password: "secret1" });
    const after = await visit(lost);
    expect(after.answer.text).not.toContain("marie@example.org");
    expect(after.calls).toContain(`/api/events?group=1&${MONTH}`);
    expect(after.calls).not.toContain(`/api/events?${MONTH}`);
  });

  test("holds no data about a deleted account, and none for its user", async () => {
    const gone = await planning.newcomer({ firstName: "Disparue", email: "gone@example.org" });
    expect((await visit(marie)).answer.text).toContain("Disparue");
    expect((await planning.admin.send("DELETE", `/api/users/${gone.user.id}`)).status).toBe(204);
    expect((await visit(gone)).data?.userId).toBeNull();
    expect((await visit(marie)).answer.text).not.toContain("Disparue");
  });

  test("holds the rows of a restored database", async () => {
    await visit(marie);
    const { kysely } = planning.server.database;
    await kysely.updateTable("planning_event").set({ location: "Restaurée" }).where("group_id", "=", "1").execute();
    await passPosition(planning);
    expect((await visit(marie)).answer.text).toContain("Restaurée");
  });

  test("holds the data of the group that the browser shows, on the team's day", async () => {
    const client = planning.server.client();
    for (const [name, value] of marie.cookies) client.cookies.set(name, value);
    hint(client, { personId: marie.user.id, groupId: "2" });
    expect((await visit(client)).calls).toContain("/api/events/upcoming?group=2&from=2050-11-20&limit=12");
    hint(client, { personId: marie.user.id, groupId: "none-of-these" });
    const { answer, calls } = await visit(client);
    expect([answer.status, calls.some((call) => call.startsWith("/api/events"))]).toEqual([200, false]);
    client.cookies.set(VISIT_COOKIE, "no%20hint");
    expect((await visit(client)).data?.userId).toBe(marie.user.id);
  });

  test("is not compressed if another site linked to it, but is if its address was typed", async () => {
    const accept = { "accept-encoding": "br, gzip" };
    const linked = await marie.get("/", { ...accept, "sec-fetch-site": "cross-site" });
    const typed = await marie.get("/", { ...accept, "sec-fetch-site": "none" });
    const stripped = await marie.get("/");
    expect([linked, typed, stripped].map(({ headers }) => headers["content-encoding"])).toEqual([
      undefined,
      "br",
      undefined,
    ]);
  });
});

test("a page of a local planning has its reader and the team, and no events", async () => {
  const planning = await startPlanningServer("sqlite", { sharing: "off", webRoot });
  const { data, calls } = await visit(planning.admin);
  expect(calls).toEqual(["/api/config", "/api/auth/get-session", "/api/users"]);
  expect([data?.userId, data?.position]).toEqual([planning.admin.user.id, null]);
  await planning.stop();
});

test("a page comes without its data if the database is unreachable", async () => {
  const planning = await startPlanningServer("sqlite", { webRoot, clock: () => NOON });
  await planning.server.database.close();
  const { answer, data } = await visit(planning.admin);
  expect([answer.status, data]).toEqual([200, null]);
  expect(planning.server.log.join("")).toContain("page without its data");
  await planning.stop();
});
