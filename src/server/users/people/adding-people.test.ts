import { beforeEach, describe, expect, test } from "vitest";
import type { NewPerson } from "#contract/accounts/people.ts";
import type { UserRow } from "#contract/accounts/users.ts";
import type { JournalEntry } from "#contract/journal.ts";
import type { Membership } from "#contract/planning/planning.ts";
import { serverForEachTest } from "#test/support/server/test-lifetimes.ts";
import { follow } from "#test/support/server/test-live.ts";
import { comparable, followLog, readRows } from "#test/support/server/test-rows-and-log.ts";
import {
  type Answer,
  EITHER_ENGINE,
  ENGINES,
  MARIE,
  register,
  signInDefaultAdmin,
  type TestClient,
} from "#test/support/server/test-server.ts";
import { readState } from "../../planning/changes/write-change-log.ts";

const INES: NewPerson = {
  firstName: "Inès",
  lastName: "Moreau",
  email: "ines@example.org",
  positions: ["Bass", "Voix"],
};
const PAUL: NewPerson = { firstName: "Paul", lastName: "Mercier", positions: [] };

function people(count: number): NewPerson[] {
  return Array.from({ length: count }, (_, index) => ({ ...PAUL, lastName: `Mercier ${index}` }));
}

describe.each(ENGINES)("people whom an admin adds on %s", (engine) => {
  let admin: TestClient;

  const server = serverForEachTest(engine, { settings: { SHARING: "on" } });

  beforeEach(async () => {
    admin = await signInDefaultAdmin(server);
  });

  function add(added: readonly object[], groupId = "1"): Promise<Answer> {
    return admin.post("/api/people", { groupId, people: added });
  }

  async function rows(client = admin): Promise<UserRow[]> {
    return (await client.get("/api/users")).json<UserRow[]>();
  }

  async function count(table: "person_invitation" | "group_member"): Promise<number> {
    return (await server.database.kysely.selectFrom(table).selectAll().execute()).length;
  }

  test("are completed by their id: address, services and group, without a second row, told and in the journal", async () => {
    const [paul] = (await add([PAUL])).json<UserRow[]>();
    const { id = "" } = paul ?? {};
    const before = await readRows(server.database);
    const { position } = await readState(server.database);
    const email = "paul@example.org";
    const completed = { ...PAUL, id, firstName: "PAUL", email, positions: ["Pasteur"] };
    const answer = await add([INES, completed], "2");
    expect(answer.status).toBe(201);
    const written = answer.json<UserRow[]>();
    expect(written.map(({ firstName, account }) => [firstName, account])).toEqual([
      ["Inès", "invited"],
      ["Paul", "invited"],
    ]);
    expect(written[1]).toEqual({ ...paul, email, positions: ["Pasteur"], account: "invited" });
    expect(await rows()).toHaveLength(3);
    expect(await count("person_invitation")).toBe(2);
    const members = (await admin.get("/api/memberships")).json<Membership[]>();
    expect(members.filter(({ userId }) => userId === id).map(({ groupId }) => groupId)).toEqual(["1", "2"]);
    const all = await rows();
    expect(comparable(await followLog(server.database, before, position), all)).toEqual(
      comparable(await readRows(server.database), all),
    );
    const [added, completion] = (await admin.get("/api/journal")).json<JournalEntry[]>();
    expect([added?.act.type, completion?.act]).toEqual(["people.added", { type: "people.completed", count: 1 }]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("may have one name, without a stray space anywhere", async () => {
    const answer = await add([{ firstName: "Zoé", lastName: "", email: "zoe@example.org", positions: ["Voix"] }]);
    expect([answer.status, answer.json<UserRow[]>()[0]]).toMatchObject([201, { firstName: "Zoé", lastName: "" }]);
    expect((await add([{ firstName: "Noé", positions: [] }])).status).toBe(201);
    const names = await server.database.kysely.selectFrom("users").select("name").execute();
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(["Zoé", "Noé"]));
    const nobody = await add([{ firstName: " ", lastName: "Petit", positions: [] }]);
    expect(nobody.json()).toMatchObject({ errors: { "people.0.firstName": "field.required" } });
    const hidden = await add([{ firstName: "Zoé", lastName: "\u202E", positions: [] }]);
    expect(hidden.json()).toMatchObject({ errors: { "people.0.lastName": "text.illegible" } });
  });

  test("are rows like all others, invited or without an account, in the order sent", async () => {
    const answer = await add([INES, PAUL]);
    expect(answer.status).toBe(201);
    const added = answer.json<UserRow[]>();
    const created = { id: expect.any(String) as string, createdAt: expect.any(String) as string, isAdmin: false };
    expect(added).toEqual([
      { ...INES, ...created, account: "invited" },
      { ...PAUL, ...created, account: "none" },
    ]);
    const listed = await rows();
    expect(listed).toEqual(expect.arrayContaining(added));
    expect(listed.find(({ isAdmin }) => isAdmin)?.account).toBe("active");
    const marie = await register(server);
    expect((await rows(marie)).map(({ firstName, email, account }) => [firstName, email, account])).toEqual([
      ["Admin", undefined, "active"],
      ["Paul", undefined, "none"],
      ["Inès", undefined, "invited"],
      ["Marie", MARIE.email, "active"],
    ]);
  });

  test("belong to the group at once, which other screens are told, and the journal in one line", async () => {
    const before = await readRows(server.database);
    const { position } = await readState(server.database);
    const stream = await follow(server, admin);
    const added = (await add([INES, PAUL, { ...PAUL, firstName: "Léa" }])).json<UserRow[]>();
    const ids = added.map(({ id }) => id).toSorted();
    await Promise.all(ids.map((id) => stream.find(({ data }) => JSON.stringify(data).includes(id))));
    stream.leave();
    const members = (await admin.get("/api/memberships")).json<Membership[]>();
    expect(members.map(({ groupId, userId }) => `${groupId} ${userId}`)).toEqual(ids.map((id) => `1 ${id}`));
    const all = await rows();
    expect(comparable(await followLog(server.database, before, position), all)).toEqual(
      comparable(await readRows(server.database), all),
    );
    const [line] = (await admin.get("/api/journal")).json<JournalEntry[]>();
    expect(line?.act).toEqual({ type: "people.added", group: { id: "1", name: "Louange du dimanche" }, count: 3 });
  });

  test("are at most 500 at a time, each with an invitation", async () => {
    const many = people(500).map((person, index) => ({ ...person, email: `m${index}@example.org` }));
    const refused = await add([...many, PAUL]);
    expect([refused.status, refused.json()["code"]]).toEqual([422, "request.invalid"]);
    expect(refused.json()).toMatchObject({ detail: "Ajoutez 500 personnes au plus à la fois." });
    expect((await add(many)).json<UserRow[]>()).toHaveLength(500);
    expect(await count("person_invitation")).toBe(500);
    expect(await count("group_member")).toBe(500);
  });

  test.each([
    ["an address of somebody", [PAUL, { ...INES, email: MARIE.email }], "people.1.email"],
    ["one address twice, in another case", [INES, { ...PAUL, email: "INES@example.org" }], "people.1.email"],
    ["the default admin's", [{ ...INES, email: "admin@diapason.example" }], "people.0.email"],
  ])("with %s are refused, all of them", async (_, wanted, field) => {
    await register(server);
    const before = await rows();
    const answer = await add(wanted);
    expect([answer.status, answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: "account.email_taken", errors: { [field]: "account.email_taken" } }),
    ]);
    expect([await rows(), await count("group_member"), await count("person_invitation")]).toEqual([before, 0, 0]);
  });

  test.each([
    [[], { people: "field.required" }],
    [[{ ...PAUL, lastName: " " }], { "people.0.lastName": "field.required" }],
    [[PAUL, { ...INES, email: "ines" }], { "people.1.email": "account.email_invalid" }],
    [[{ ...PAUL, positions: ["Orgue"] }], { "people.0.positions.0": "request.invalid" }],
    [
      [{ ...PAUL, positions: ["Guitare acoustique", "Guitare électrique"] }],
      { "people.0.positions": "account.services_incompatible" },
    ],
  ])("with wrong values are refused: %j", async (wanted, errors) => {
    const answer = await add(wanted);
    expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ errors })]);
  });

  test("need a group that is there, and may have one name", async () => {
    expect((await add([PAUL], "nope")).json()).toMatchObject({ status: 404, code: "group.not_found" });
    expect(await count("group_member")).toBe(0);
    expect((await add([PAUL, PAUL])).status).toBe(201);
  });

  test("without an account, cannot sign in, reset a password, or become an admin", async () => {
    const [ines] = (await add([INES])).json<UserRow[]>();
    const { email } = INES;
    const signIn = await server.client().post("/api/auth/sign-in/email", { email, password: "secret1" });
    expect(signIn.json()).toMatchObject({ status: 401, code: "account.not_found" });
    const reset = await server.client().post("/api/auth/request-password-reset", { email });
    expect(reset.json()).toMatchObject({ status: 404, code: "account.email_unknown" });
    const handedOver = await admin.post(`/api/users/${ines?.id ?? ""}/password-reset`);
    expect(handedOver.json()).toMatchObject({ status: 409, code: "user.no_account" });
    const promoted = await admin.post("/api/users/admins", { email });
    expect(promoted.json()).toMatchObject({
      status: 409,
      code: "user.no_account",
      detail: "Cette personne n'a pas encore de compte\u00a0: invitez-la d'abord.",
    });
    expect((await rows()).filter(({ isAdmin }) => isAdmin)).toHaveLength(1);
  });

  test("keep what they have when they are completed: services and link stay", async () => {
    const [ines] = (await add([INES])).json<UserRow[]>();
    const links = () => server.database.kysely.selectFrom("person_invitation").selectAll().execute();
    const before = await links();
    const again = await add([{ ...INES, id: ines?.id, positions: ["Violon"] }]);
    expect(again.json()).toEqual([ines]);
    expect(await count("group_member")).toBe(1);
    expect(await links()).toEqual(before);
  });

  test.each([
    ["an unknown id", () => ({ ...PAUL, id: "nope" }), 404, "user.not_found"],
    ["the id of an account", (own: string) => ({ ...PAUL, id: own }), 409, "user.has_account"],
    [
      "another address than theirs",
      (_: string, ines: string) => ({ ...INES, id: ines, email: "x@y.fr" }),
      409,
      "account.email_taken",
    ],
    [
      "somebody's address",
      (_own: string, _: string, paul: string) => ({ ...PAUL, id: paul, email: MARIE.email }),
      409,
      "account.email_taken",
    ],
  ])("with %s are refused, and nothing is written", async (_, wanted, status, code) => {
    const marie = await register(server);
    const [ines, paul] = (await add([INES, PAUL])).json<UserRow[]>();
    const before = await rows();
    const answer = await add([{ ...PAUL, firstName: "New" }, wanted(marie.user.id, ines?.id ?? "", paul?.id ?? "")]);
    expect([answer.status, answer.json()["code"]]).toEqual([status, code]);
    expect(await rows()).toEqual(before);
  });

  test("deleted, leave no row, no link and no mail", async () => {
    const added = (await add([INES, PAUL])).json<UserRow[]>();
    for (const { id } of added) expect((await admin.send("DELETE", `/api/users/${id}`)).status).toBe(204);
    expect(await rows()).toHaveLength(1);
    expect([await count("person_invitation"), await count("group_member")]).toEqual([0, 0]);
    expect((await add([INES])).status).toBe(201);
  });
});

describe.each(EITHER_ENGINE)("adding people on %s", (engine) => {
  const server = serverForEachTest(engine);

  test("needs a shared planning", async () => {
    const admin = await signInDefaultAdmin(server);
    const answer = await admin.post("/api/people", { groupId: "1", people: [PAUL] });
    expect(answer.json()).toMatchObject({ status: 409, code: "planning.not_shared" });
  });
});
