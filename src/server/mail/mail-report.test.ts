import { describe, expect, test } from "vitest";
import type { MailReport } from "#contract/mails.ts";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { ENGINES, register, signInDefaultAdmin } from "#test/support/server/test-server.ts";
import { startTestSmtpServer } from "#test/support/server/test-smtp-server.ts";

const DAY_MS = 24 * 60 * 60_000;

describe.each(ENGINES)("what admins are told about mails, on %s", (engine) => {
  test("is how many went out in seven days, how many wait, and why", async () => {
    const smtp = await startTestSmtpServer();
    let now = new Date("2026-11-20T12:00:00Z");
    const server = await serverForThisTest(engine, {
      settings: { MAIL_URL: `smtp://127.0.0.1:${smtp.port}` },
      clock: () => now,
    });
    const admin = () => signInDefaultAdmin(server);
    const report = async () => (await (await admin()).get("/api/mails")).json<MailReport>();
    const reset = (email: string) => server.client().post("/api/auth/request-password-reset", { email });
    for (const email of ["marie@example.org", "paul@example.org"]) await register(server, { email });
    // Each registration sends a mail.
    await expect.poll(report).toEqual({ sentThisWeek: 2, waiting: 0, problem: null });
    await reset("marie@example.org");
    await expect.poll(report).toEqual({ sentThisWeek: 3, waiting: 0, problem: null });
    await smtp.stop();
    await reset("paul@example.org");
    await expect.poll(report).toEqual({ sentThisWeek: 3, waiting: 1, problem: "unreachable" });
    now = new Date(now.getTime() + 6 * DAY_MS);
    expect((await report()).sentThisWeek).toBe(3);
    now = new Date(now.getTime() + DAY_MS);
    expect((await report()).sentThisWeek).toBe(0);
  });
});
