import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import { follow, renameGroup, startOf, mentions } from "#test/support/server/test-live.ts";
import { createEvent, NOON, giveAnswer } from "#test/support/server/test-planning.ts";
import { ENGINES, MARIE, register, signInDefaultAdmin, type TestClient } from "#test/support/server/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "#test/support/server/test-smtp-server.ts";
import { readChanges } from "./planning/changes/write-change-log.ts";

/** Registrations send mails as well. */
const RESET = "Réinitialisation de votre mot de passe Diapason";

const SIGN_IN = "/api/auth/sign-in/email";
const DAY_MS = 24 * 60 * 60_000;
const EARLIER = new Date(NOON.getTime() - 2 * DAY_MS);

describe.each(ENGINES)("a clock that was ahead and is set back by two days, on %s", (engine) => {
  let smtp: TestSmtpServer;
  let mailPort: number;
  let admin: TestClient;
  let now = NOON;

  beforeAll(async () => {
    smtp = await startTestSmtpServer({ subject: RESET });
    mailPort = smtp.port;
  });
  afterAll(() => smtp.stop());
  const server = serverForAllTests(engine, {
    settings: () => ({
      MAIL_URL: `smtp://127.0.0.1:${mailPort}`,
      SHARING: "on",
      TRUSTED_PROXY: "127.0.0.1,::1",
    }),
    clock: () => now,
  });
  beforeAll(async () => {
    admin = await signInDefaultAdmin(server);
  });

  /** Runs `act` while the clock is ahead. Afterwards the clock is correct. */
  async function whileAhead<Result>(act: () => Promise<Result>): Promise<Result> {
    now = NOON;
    const result = await act();
    now = EARLIER;
    return result;
  }

  async function answerOf(event: PlannedEvent): Promise<string | undefined> {
    const { availability } = (await admin.get(`/api/events/${event.id}`)).json<
      PlannedEvent & Record<string, unknown>
    >();
    return availability[0]?.status;
  }

  test("lets nobody out, and lets in who signs in", async () => {
    const marie = await whileAhead(() => register(server, { email: "session@example.org" }));
    expect((await marie.get("/api/auth/get-session")).json()).toMatchObject({ user: { id: marie.user.id } });
    const again = server.client();
    const credentials = { email: "session@example.org", password: MARIE.password };
    expect((await again.post(SIGN_IN, credentials)).status).toBe(200);
    expect((await again.get("/api/users")).status).toBe(200);
    expect((await marie.post("/api/auth/sign-out")).status).toBe(204);
    expect((await marie.get("/api/users")).status).toBe(401);
  });

  test("locks nobody out for longer than wrong passwords do, and forgives none of them", async () => {
    const address = { "x-forwarded-for": "192.0.2.1" };
    const guess = (password: string) =>
      server.client().post(SIGN_IN, { email: "guessed@example.org", password }, address);
    await whileAhead(async () => {
      await register(server, { email: "guessed@example.org" });
      for (let count = 0; count < 10; count += 1) expect((await guess("wrong")).status).toBe(401);
      expect((await guess("wrong")).status).toBe(429);
    });
    const refused = await guess("wrong");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "900"]);
    now = new Date(EARLIER.getTime() + 901_000);
    expect((await guess(MARIE.password)).status).toBe(200);
  });

  test("leaves a link to a new password as good as it was, once", async () => {
    const token = await whileAhead(async () => {
      await register(server, { email: "forgot@example.org" });
      await server.client().post("/api/auth/request-password-reset", { email: "forgot@example.org" });
      return /token=([\w-]{43})/.exec((await smtp.next()).text ?? "")?.[1];
    });
    const reset = () => server.client().post("/api/auth/reset-password", { token, newPassword: "nouveau-1" });
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 400]);
  });

  test("takes what a person says next for their last word, and not what they said before", async () => {
    const marie = await register(server, { email: "answers@example.org" });
    const event = await createEvent(admin);
    const aMinuteBefore = (time: Date) => new Date(time.getTime() - 60_000).toISOString();
    await whileAhead(() => giveAnswer(marie, event.id, "present", NOON.toISOString()));
    await giveAnswer(marie, event.id, "absent");
    expect(await answerOf(event)).toBe("absent");
    await giveAnswer(marie, event.id, "present", EARLIER.toISOString());
    expect(await answerOf(event)).toBe("present");
    // Given before the clock was set back, but received late: by the correct clock, then by the clock that was ahead.
    await giveAnswer(marie, event.id, "absent", aMinuteBefore(EARLIER));
    expect(await answerOf(event)).toBe("present");
    now = new Date(NOON.getTime() + 60_000);
    await giveAnswer(marie, event.id, "absent", aMinuteBefore(NOON));
    expect(await answerOf(event)).toBe("present");
  });

  test("numbers changes on, and tells them", async () => {
    const stream = await whileAhead(() => follow(server, admin));
    const before = await startOf(stream);
    await renameGroup(admin, "Avant l'heure");
    await renameGroup(admin, "À l'heure");
    await stream.find(mentions("À l'heure"));
    const positions = (await readChanges(server.database, before, 10)).map(({ position }) => position);
    expect(positions).toEqual([before + 1, before + 2]);
    stream.leave();
  });

  test("keeps no mail waiting that was put off before", async () => {
    await smtp.stop();
    await whileAhead(async () => {
      await register(server, { email: "late@example.org" });
      await server.client().post("/api/auth/request-password-reset", { email: "late@example.org" });
      await expect.poll(() => server.log.join("")).toContain("mail delayed");
    });
    smtp = await startTestSmtpServer({ subject: RESET }, mailPort);
    await server.restart();
    expect((await smtp.next()).envelope.to).toEqual(["late@example.org"]);
  });
});
