import { beforeEach, describe, expect, test } from "vitest";
import type { TeamInvitation } from "#contract/accounts/invitations.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { serverForEachTest } from "#test/support/server/test-lifetimes.ts";
import {
  type Answer,
  EITHER_ENGINE,
  ENGINES,
  MARIE,
  signInDefaultAdmin,
  type TestClient,
} from "#test/support/server/test-server.ts";
import { hashing } from "../passwords/passwords.ts";

const INVITATION = "/api/invitation";

function tokenOf({ link }: TeamInvitation): string {
  return new URL(link).searchParams.get("invitation") ?? "";
}

describe.each(ENGINES)("the team's invitation link on %s", (engine) => {
  let admin: TestClient;

  const server = serverForEachTest(engine, { settings: { REGISTRATION: "invite" } });

  beforeEach(async () => {
    admin = await signInDefaultAdmin(server);
  });

  async function read(): Promise<TeamInvitation> {
    return (await admin.get(INVITATION)).json<TeamInvitation>();
  }

  function signUp(email: string, invitation?: string): Promise<Answer> {
    return server.client().post("/api/auth/sign-up/email", { ...MARIE, email, invitation });
  }

  function check(invitation: string): Promise<Answer> {
    return server.client().post(`${INVITATION}/check`, { invitation });
  }

  test("renewed while somebody's password is hashed, lets them in no longer", async () => {
    const old = tokenOf(await read());
    const gate = Promise.withResolvers<void>();
    const held = Array.from({ length: 64 }, () => hashing.run({ network: "", account: "holder" }, () => gate.promise));
    const late = signUp("late@example.org", old);
    // The address is counted just before the link is looked at.
    const counted = server.database.kysely.selectFrom("rate_limit").select("key");
    await expect.poll(async () => (await counted.execute()).length).toBeGreaterThan(0);
    await admin.get(INVITATION);
    expect((await admin.post(INVITATION)).status).toBe(201);
    gate.resolve();
    await Promise.all(held);
    expect((await late).json()).toMatchObject({ code: "invitation.invalid" });
    expect((await check(old)).status).toBe(403);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("is needed to register, and lets in anybody who has it, as a member", async () => {
    const refused = await signUp("closed@example.org");
    expect(refused.status).toBe(403);
    expect(refused.json()).toMatchObject({
      code: "registration.closed",
      detail: "Demandez le lien d'invitation de votre équipe pour créer un compte.",
    });
    const invitation = await read();
    expect(invitation.link).toMatch(new RegExp(`^${server.url}/register\\?invitation=[\\w-]{43}$`));
    for (const email of ["first@example.org", "second@example.org"]) {
      const answer = await signUp(email, tokenOf(invitation));
      expect(answer.status).toBe(201);
      expect(answer.json<Session>().user.isAdmin).toBe(false);
    }
    expect((await server.client().get("/api/config")).json()).toMatchObject({ registration: "invite" });
  });

  test.each(["", "x", `${"A".repeat(42)}é`, "A".repeat(43), "x".repeat(201)])(
    "is no other than itself: %j",
    async (invitation) => {
      await read();
      const codes = ["invitation.invalid", "request.invalid"];
      expect(codes).toContain((await signUp("wrong@example.org", invitation)).json()["code"]);
      expect(codes).toContain((await check(invitation)).json()["code"]);
    },
  );

  test("is looked at before anything else that a stranger sends", async () => {
    const wrong = { email: 1, positions: Array<number>(5_000).fill(0) };
    const register = (body: object) => server.client().post("/api/auth/sign-up/email", body);
    const [without, withAnother] = [await register(wrong), await register({ ...wrong, invitation: "A".repeat(43) })];
    expect([without.status, without.json()["code"], withAnother.json()["code"]]).toEqual([
      403,
      "registration.closed",
      "invitation.invalid",
    ]);
    expect([without.json(), withAnother.json()].filter((problem) => "errors" in problem)).toEqual([]);
    const invited = await register({ ...wrong, invitation: tokenOf(await read()) });
    expect([invited.status, invited.json()["code"]]).toEqual([422, "request.invalid"]);
  });

  test("tried in vain, counts as a try to register", async () => {
    const before = await server.database.kysely.selectFrom("rate_limit").select("count").execute();
    await signUp("guess@example.org", "A".repeat(43));
    const after = await server.database.kysely.selectFrom("rate_limit").select("count").execute();
    const sum = (rows: { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
    expect(sum(after) - sum(before)).toBe(1);
  });

  test("nobody guesses it before an admin has looked at it", async () => {
    expect((await check("")).status).toBe(403);
    expect(await server.database.kysely.selectFrom("team_invitation").selectAll().execute()).toEqual([]);
  });

  test("stays the same for every admin, and through a restart", async () => {
    const first = await read();
    expect(await read()).toEqual(first);
    expect(first.since).toMatch(/^\d{4}-\d\d-\d\dT/);
    await server.restart();
    admin = await signInDefaultAdmin(server);
    expect(tokenOf(await read())).toBe(tokenOf(first));
  });

  test("renewed, works from then on, and the old one no longer", async () => {
    const old = tokenOf(await read());
    expect((await check(old)).status).toBe(200);
    const answer = await admin.post(INVITATION);
    expect(answer.status).toBe(201);
    const renewed = answer.json<TeamInvitation>();
    expect(await read()).toEqual(renewed);
    expect(tokenOf(renewed)).not.toBe(old);
    expect((await check(old)).json()).toMatchObject({
      status: 403,
      code: "invitation.invalid",
      detail: expect.stringContaining("Demandez le nouveau lien à votre équipe.") as string,
    });
    expect((await signUp("old@example.org", old)).json()).toMatchObject({ code: "invitation.invalid" });
    expect((await signUp("new@example.org", tokenOf(renewed))).status).toBe(201);
  });

  test("is in no column: whoever reads the database alone cannot register", async () => {
    const token = tokenOf(await read());
    const rows = await server.database.kysely.selectFrom("team_invitation").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await check(rows[0]?.nonce ?? "")).status).toBe(403);
  });

  test("needs no renewing where anybody may register, where it is the bare address", async () => {
    await server.restart({ REGISTRATION: "open" });
    admin = await signInDefaultAdmin(server);
    expect(await read()).toEqual({ registration: "open", link: `${server.url}/register`, since: null });
    expect((await admin.post(INVITATION)).json()).toMatchObject({ status: 409, code: "invitation.not_needed" });
  });
});
