import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createEvent, CONCERT, giveAnswer } from "#test/support/server/test-planning.ts";
import { ENGINES, MARIE } from "#test/support/server/test-server.ts";
import { spacesForThisTest, type TestSpaces } from "#test/support/server/test-spaces.ts";

const FULL = {
  code: "space.full",
  detail: expect.stringMatching(/^Cet espace est plein\u00a0: rien n'a été ajouté\./),
};

function signUp(spaces: TestSpaces, email: string) {
  return spaces.clientOf("chorale").post("/api/auth/sign-up/email", { ...MARIE, email });
}

test.each(ENGINES)(
  "beyond SPACE_MAX_PEOPLE nobody is added, by registration or by an admin, and who left makes room, on %s",
  async (engine) => {
    const spaces = await spacesForThisTest({ engine, settings: { SPACE_MAX_PEOPLE: "3" } });
    const admin = await spaces.createWithAdmin("chorale");
    const paul = (await signUp(spaces, "paul@example.org")).json<{ user: { id: string } }>();
    const names = ["Anne", "Bruno"].map((firstName) => ({ firstName, lastName: "Roux", positions: [] }));
    const two = await admin.post("/api/people", { groupId: "1", people: names });
    expect([two.status, two.json()]).toEqual([409, expect.objectContaining(FULL)]);
    expect((await admin.post("/api/people", { groupId: "1", people: names.slice(1) })).status).toBe(201);
    expect((await signUp(spaces, "zoe@example.org")).json()).toMatchObject(FULL);
    expect((await admin.get("/api/users")).json<unknown[]>()).toHaveLength(3);
    // It is no failure of the server.
    expect(spaces.log.filter((line) => line.includes("request failed"))).toEqual([]);
    await admin.send("DELETE", `/api/users/${paul.user.id}`);
    expect((await signUp(spaces, "zoe@example.org")).status).toBe(201);
  },
);

test.each(ENGINES)(
  "beyond SPACE_MAX_MEGABYTES additions are refused, and answers, sign-ins, edits and deletions are not, on %s",
  async (engine) => {
    const spaces = await spacesForThisTest({ engine, settings: { SPACE_MAX_MEGABYTES: "1" } });
    const admin = await spaces.createWithAdmin("chorale");
    await admin.send("PUT", "/api/groups/1/members/me");
    const { id } = await createEvent(admin);
    const { kysely } = await spaces.databaseOf("chorale");
    // Most of a megabyte at once.
    const rows = Array.from({ length: 20 }, (_, index) => ({
      id: String(index),
      identifier: "x",
      value: randomBytes(30_000).toString("base64"),
    }));
    const moments = { expires_at: new Date(), created_at: new Date(), updated_at: new Date() };
    await kysely
      .insertInto("verification")
      .values(rows.map((row) => ({ ...row, ...moments })))
      .execute();
    const details = "x".repeat(900);
    let status = 201;
    for (let count = 0; status === 201 && count < 2000; count += 1) {
      status = (await admin.post("/api/events", { ...CONCERT, details })).status;
    }
    expect(status).toBe(409);
    expect((await admin.post("/api/groups", { name: "Chœur" })).json()).toMatchObject(FULL);
    expect((await signUp(spaces, "paul@example.org")).json()).toMatchObject(FULL);
    expect((await giveAnswer(admin, id, "present")).status).toBe(200);
    expect((await admin.send("PATCH", `/api/events/${id}`, { body: { location: "Salle" } })).status).toBe(200);
    const { email, password } = MARIE;
    expect((await spaces.clientOf("chorale").post("/api/auth/sign-in/email", { email, password })).status).toBe(200);
    expect((await admin.send("DELETE", `/api/events/${id}`)).status).toBe(204);
  },
);
