import { expect, describe, test } from "vitest";
import {
  ENGINES,
  MARIE,
  newEnvironment,
  register,
  removeData,
  signInDefaultAdmin,
  startTestServer,
} from "../test-server.ts";
import { grantAdmin } from "./admin-invitations.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

describe.each(ENGINES)("making an admin on %s", (engine) => {
  test("promotes who has an account, leaves an admin as they are, and the built-in one alone", async () => {
    const environment = await newEnvironment(engine);
    const server = await startTestServer(environment);
    await register(server);
    await signInDefaultAdmin(server);
    const grant = (email: string) => grantAdmin(server.database, email, new Date());
    expect(await grant(MARIE.email)).toEqual({ outcome: "promoted" });
    expect(await grant(MARIE.email)).toEqual({ outcome: "already-admin" });
    expect(await grant("admin@diapason.example")).toEqual({ outcome: "built-in" });
    await server.stop();
    await removeData(environment);
  });

  test("invites who has none, until a week later or a newer link, even where registration is closed", async () => {
    const environment = await newEnvironment(engine);
    const now = new Date("2026-11-20T12:00:00Z");
    let clock = now;
    const server = await startTestServer({ ...environment, REGISTRATION: "invite" }, { clock: () => clock });
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
    await server.stop();
    await removeData(environment);
  });
});
