import { expect, describe, test } from "vitest";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { EITHER_ENGINE, MARIE, register, signInDefaultAdmin } from "#test/support/server/test-server.ts";
import { grantAdmin } from "./admin-invitations.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

describe.each(EITHER_ENGINE)("making an admin on %s", (engine) => {
  test("promotes who has an account, leaves an admin as they are, and the built-in one alone", async () => {
    const server = await serverForThisTest(engine);
    await register(server);
    await signInDefaultAdmin(server);
    const grant = (email: string) => grantAdmin(server.database, email, new Date());
    expect(await grant(MARIE.email)).toEqual({ outcome: "promoted" });
    expect(await grant(MARIE.email)).toEqual({ outcome: "already-admin" });
    expect(await grant("admin@diapason.example")).toEqual({ outcome: "built-in" });
  });

  test("invites who has none, until a week later or a newer link, even where registration is closed", async () => {
    const now = new Date("2026-11-20T12:00:00Z");
    let clock = now;
    const server = await serverForThisTest(engine, { settings: { REGISTRATION: "invite" }, clock: () => clock });
    const invite = async () => {
      const granted = await grantAdmin(server.database, MARIE.email, now);
      return granted.outcome === "invited" ? granted.token : "";
    };
    const signUp = async (invitation: string) =>
      (await server.client().post("/api/auth/sign-up/email", { ...MARIE, invitation })).status;
    const first = await invite();
    const second = await invite();
    expect(await signUp(first)).toBe(403);
    clock = new Date(now.getTime() + WEEK_MS);
    expect(await signUp(second)).toBe(403);
    clock = new Date(now.getTime() + WEEK_MS - 1);
    expect(await signUp(second)).toBe(201);
  });
});
