import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { beforeEach, describe, expect, test } from "vitest";
import type { NewPerson } from "#contract/accounts/people.ts";
import type { OneTimeLink } from "#contract/accounts/users.ts";
import type { UserRow } from "#contract/accounts/users.ts";
import type { Membership } from "#contract/planning/planning.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { serverForEachTest } from "#test/support/server/test-lifetimes.ts";
import { follow } from "#test/support/server/test-live.ts";
import {
  type Answer,
  EITHER_ENGINE,
  ENGINES,
  MARIE,
  register,
  signInDefaultAdmin,
  type TestClient,
} from "#test/support/server/test-server.ts";
import { grantAdmin } from "../../auth/invitations/admin-invitations.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const EMAIL = "ines@example.org";
const INES: NewPerson = { firstName: "Inès", lastName: "Moreau", email: EMAIL, positions: ["Bass"] };
const FORM = { ...INES, email: EMAIL, password: "secret1" };

function tokenOf(text: string): string {
  return /\/register\?invitation=([\w-]{43})(?![\w-])/.exec(text)?.[1] ?? "";
}

describe.each(ENGINES)("a personal invitation on %s", (engine) => {
  let admin: TestClient;
  let now = new Date();

  const server = serverForEachTest(engine, {
    settings: { SHARING: "on", REGISTRATION: "invite" },
    clock: () => now,
  });

  beforeEach(async () => {
    now = new Date();
    admin = await signInDefaultAdmin(server);
  });

  async function add(person: object = INES): Promise<string> {
    const [added] = (await admin.post("/api/people", { groupId: "2", people: [person] })).json<UserRow[]>();
    return added?.id ?? "";
  }

  function invite(id: string, email?: string): Promise<Answer> {
    return admin.post(`/api/users/${id}/invitation`, { email });
  }

  async function linkOf(id: string): Promise<string> {
    return tokenOf((await invite(id)).json<OneTimeLink>().link);
  }

  function signUp(invitation: string | undefined, changed: object = {}): Promise<Answer> {
    return server.client().post("/api/auth/sign-up/email", { ...FORM, ...changed, invitation });
  }

  function check(invitation: string): Promise<Answer> {
    return server.client().post("/api/invitation/check", { invitation });
  }

  async function row(id: string): Promise<UserRow | undefined> {
    return (await admin.get("/api/users")).json<UserRow[]>().find((user) => user.id === id);
  }

  async function registerByTeamLink(email: string): Promise<void> {
    const { link } = (await admin.get("/api/invitation")).json<{ link: string }>();
    const invitation = new URL(link).searchParams.get("invitation");
    expect((await register(server, { email, ...(invitation !== null && { invitation }) })).user.email).toBe(email);
  }

  async function mails() {
    const outbox = join(server.environment["DATA_DIR"] ?? "", "outbox");
    const names = await readdir(outbox).catch((): string[] => []);
    return Promise.all(names.toSorted().map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))));
  }

  test("used, changes name and services in the answers given for the person, and other screens are told", async () => {
    const id = await add();
    const event = { groupId: "2", name: "Répétition", date: "2050-12-24", time: "20:30", location: "Temple" };
    const { id: eventId } = (await admin.post("/api/events", event)).json<{ id: string }>();
    const answered = { user_name: "Inès Moreau", positions: '["Bass"]', answered_at: now };
    await server.database.kysely
      .insertInto("availability")
      .values({ ...answered, event_id: eventId, user_id: id, status: "present", place: 1, rank: 0 })
      .execute();
    const stream = await follow(server, admin);
    expect((await signUp(await linkOf(id), { firstName: "Inés", positions: ["Voix"] })).status).toBe(201);
    await stream.find(({ data }) => JSON.stringify(data).includes("person.changed"));
    stream.leave();
    const { availability } = (await admin.get(`/api/events/${eventId}`)).json<{ availability: object[] }>();
    expect(availability).toEqual([expect.objectContaining({ userId: id, userName: "Inés Moreau", position: "Voix" })]);
  });

  test("of two uses at once makes one account", async () => {
    const token = await linkOf(await add());
    const answers = await Promise.all([signUp(token), signUp(token, { email: "other@example.org" })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403]);
    expect((await admin.get("/api/users")).json<UserRow[]>()).toHaveLength(2);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("arrives by mail, fills the form in, and keeps the person's id and group", async () => {
    const id = await add();
    await expect.poll(async () => (await mails()).length).toBe(1);
    const [mail] = await mails();
    expect([mail?.subject, mail?.to?.[0]?.address]).toEqual(["Votre équipe vous invite sur Diapason", EMAIL]);
    expect(mail?.text).not.toContain("Inès");
    const token = tokenOf(mail?.text ?? "");
    expect(token).toBe(await linkOf(id));
    expect((await check(token)).json()).toEqual({ status: "done", person: INES });
    const answer = await signUp(token, { firstName: "Inés", positions: ["Voix"] });
    expect(answer.status).toBe(201);
    const { user } = answer.json<Session>();
    expect(user).toMatchObject({ id, firstName: "Inés", positions: ["Voix"], email: EMAIL, isAdmin: false });
    expect(await row(id)).toEqual({ ...user, account: "active" });
    const members = (await admin.get("/api/memberships")).json<Membership[]>();
    expect(members).toEqual([{ groupId: "2", userId: id }]);
    const again = await server.client().post("/api/auth/sign-in/email", { email: EMAIL, password: "secret1" });
    expect(again.json<Session>().user.id).toBe(id);
  });

  test("works once, for 30 days, and can be made again", async () => {
    const id = await add();
    const token = await linkOf(id);
    now = new Date(now.getTime() + 30 * DAY_MS);
    admin = await signInDefaultAdmin(server);
    expect((await row(id))?.account).toBe("none");
    expect((await check(token)).json()).toMatchObject({ status: 403, code: "invitation.invalid" });
    expect((await signUp(token)).json()).toMatchObject({ code: "invitation.invalid" });
    const fresh = await linkOf(id);
    expect(fresh).not.toBe(token);
    expect((await row(id))?.account).toBe("invited");
    expect((await signUp(fresh)).status).toBe(201);
    expect((await signUp(fresh)).json()).toMatchObject({ code: "account.email_taken" });
    expect((await signUp(fresh, { email: "other@example.org" })).json()).toMatchObject({ code: "invitation.invalid" });
    expect((await invite(id)).json()).toMatchObject({ status: 409, code: "user.has_account" });
  });

  test("is the only way to register under the address that waits for it, even by the team's link", async () => {
    const id = await add();
    const { link } = (await admin.get("/api/invitation")).json<{ link: string }>();
    const refused = await signUp(new URL(link).searchParams.get("invitation") ?? "");
    expect(refused.json()).toMatchObject({
      status: 409,
      code: "account.email_invited",
      detail:
        "Une invitation a été préparée pour cette adresse e-mail\u00a0: ouvrez-la, ou demandez-la à votre équipe.",
    });
    const another = await linkOf(await add({ ...INES, email: "lea@example.org" }));
    expect((await signUp(another)).json()).toMatchObject({ code: "account.email_invited" });
    expect((await row(id))?.account).toBe("invited");
    expect((await signUp(await linkOf(id))).status).toBe(201);
  });

  test("goes to an address given later, whose link is another one", async () => {
    const id = await add({ ...INES, email: undefined });
    const copied = await linkOf(id);
    expect((await row(id))?.account).toBe("invited");
    expect((await check(copied)).json()["person"]).toEqual({
      firstName: "Inès",
      lastName: "Moreau",
      positions: ["Bass"],
    });
    const sent = tokenOf((await invite(id, ` ${EMAIL.toUpperCase()}`)).json<OneTimeLink>().link);
    expect(await row(id)).toMatchObject({ email: EMAIL, account: "invited" });
    expect((await check(copied)).status).toBe(403);
    expect(await linkOf(id)).toBe(sent);
    expect((await signUp(sent)).json<Session>().user.id).toBe(id);
  });

  test("to an address that somebody else has taken meanwhile is refused, and nothing is lost", async () => {
    const id = await add({ ...INES, email: undefined });
    const link = await linkOf(id);
    await registerByTeamLink(EMAIL);
    const before = await row(id);
    const refused = await invite(id, EMAIL);
    expect(refused.json()).toMatchObject({
      status: 409,
      code: "account.email_taken",
      detail: "Un compte existe déjà avec cette adresse e-mail.",
    });
    expect(await row(id)).toEqual(before);
    expect((await signUp(link)).json()).toMatchObject({ status: 409, code: "account.email_taken" });
    expect((await check(link)).status).toBe(200);
    const answer = await signUp(link, { email: "ines.moreau@example.org" });
    expect(answer.json<Session>().user.id).toBe(id);
  });

  test("is for people without an account, and sent to nobody too often", async () => {
    await registerByTeamLink(MARIE.email);
    const users = (await admin.get("/api/users")).json<UserRow[]>();
    for (const { id } of users) expect((await invite(id)).json()).toMatchObject({ code: "user.has_account" });
    expect((await invite("nobody")).json()).toMatchObject({ status: 404, code: "user.not_found" });
    const id = await add();
    const tries = [];
    for (let tried = 0; tried < 6; tried += 1) tries.push((await invite(id, EMAIL)).status);
    expect(tries).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test("leaves its line in the journal, and is in no column", async () => {
    const id = await add();
    const token = await linkOf(id);
    const [line] = (await admin.get("/api/journal")).json<{ act: object }[]>();
    expect(line?.act).toEqual({ type: "user.invited", userId: id });
    const rows = await server.database.kysely.selectFrom("person_invitation").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("of a deleted person is void", async () => {
    const id = await add();
    const token = await linkOf(id);
    expect((await admin.send("DELETE", `/api/users/${id}`)).status).toBe(204);
    expect((await check(token)).status).toBe(403);
    expect((await signUp(token)).json()).toMatchObject({ code: "invitation.invalid" });
  });

  test("gives way to a link of npm run admin for its address, which keeps the row too", async () => {
    const id = await add();
    const granted = await grantAdmin(server.database, EMAIL, now);
    const token = granted.outcome === "invited" ? granted.token : "";
    expect((await row(id))?.isAdmin).toBe(false);
    const { user } = (await signUp(token)).json<Session>();
    expect(user).toMatchObject({ id, isAdmin: true });
    expect((await row(id))?.account).toBe("active");
  });
});
