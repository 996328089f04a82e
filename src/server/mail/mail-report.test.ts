import { describe, expect, test } from "vitest";
import type { MailReport } from "#contract/mails.ts";
import { jobsForThisTest } from "#test/support/server/test-jobs.ts";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { ENGINES, register, signInDefaultAdmin } from "#test/support/server/test-server.ts";
import { startTestSmtpServer } from "#test/support/server/test-smtp-server.ts";
import { readMailReport } from "./read-mail-report.ts";

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

  test("is the latest failure, not that of the mail whose next try is the latest", async () => {
    const { database, now } = await jobsForThisTest(engine);
    const seconds = (count: number) => new Date(now().getTime() + count * 1000);
    const job = { kind: "mail", payload: null, sealed: null, created_at: seconds(-3600), expires_at: seconds(3600) };
    const store = (subject: string, reason: string, tried: { tries: number; due_at: Date; claimed_at: Date | null }) =>
      database.kysely
        .insertInto("job")
        .values({ ...job, id: subject, subject, last_error: JSON.stringify({ reason }), ...tried })
        .execute();
    const problem = async () => (await readMailReport(database, now())).problem;
    // Failed nine minutes ago.
    await store("a", "EAUTH", { tries: 8, due_at: seconds(60), claimed_at: null });
    expect(await problem()).toBe("password_refused");
    // Failed five seconds ago.
    await store("b", "ESOCKET", { tries: 1, due_at: seconds(5), claimed_at: null });
    expect(await problem()).toBe("unreachable");
    // Failed 21 seconds ago, and is tried again since one second.
    await store("c", "EPROTOCOL", { tries: 3, due_at: seconds(119), claimed_at: seconds(-1) });
    // Failed before it was put off to the end of the quiet hours.
    await store("d", "ETLS", { tries: 0, due_at: seconds(3600), claimed_at: null });
    // The same, and is tried again now.
    await store("e", "EACCES", { tries: 1, due_at: seconds(60), claimed_at: seconds(0) });
    expect(await problem()).toBe("unreachable");
    await database.kysely.deleteFrom("job").where("id", "=", "b").execute();
    expect(await problem()).toBe("refused");
  });
});
