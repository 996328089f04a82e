import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { startDiapason } from "#test/support/process/start-diapason.ts";
import { startTestSmtpServer } from "#test/support/server/test-smtp-server.ts";
import type { Database, Engine } from "../../src/server/database/database.ts";
import { createMailer } from "../../src/server/mail/mailer.ts";
import { passwordResetMail } from "../../src/text/mails/mails.ts";
import { type Random, wholeNumber } from "../random.ts";
import { watchArrivals } from "./acceptances.ts";
import { addPeople, addressOf, createPlace, readIds } from "./place.ts";

export interface Kills {
  readonly engine: Engine;
  readonly rounds: number;
  readonly random: Random;
}

interface KillOutcome {
  readonly mails: number;
  /** Mails that were accepted by the mail server, and not noted when the process was killed. */
  readonly doubtful: number;
  readonly twice: number;
  /** One line for each fault found. */
  readonly faults: readonly string[];
}

const SECRET = "a secret of sixteen characters or more";
const MAILS_A_ROUND = 12;
const LATEST_MS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** Stores one mail for each person who has none waiting. Resolves with the ids of all that wait. */
async function addMails(database: Database, people: readonly string[], settings: Readonly<Record<string, string>>) {
  const jobs = { wake: () => undefined };
  const mailer = createMailer({
    settings: { mailUrl: settings["MAIL_URL"] ?? null, mailFrom: "Diapason <diapason@localhost>", dataDir: "" },
    database,
    secret: SECRET,
    jobs,
    logger: pino({ level: "silent" }),
    clock: () => new Date(),
  });
  const waiting = new Set(
    (await database.kysely.selectFrom("job").select("subject").execute()).map((row) => row.subject),
  );
  const mails = people
    .filter((id) => !waiting.has(`password-reset:${id}`))
    .map((userId) => ({
      kind: "password-reset" as const,
      userId,
      to: { name: "A B", address: addressOf(userId) },
      content: passwordResetMail("https://planning.example.org/reset-password?token=x"),
      expiresAt: new Date(Date.now() + DAY_MS),
    }));
  await mailer.enqueue(database.kysely, ...mails);
  // As if the two minutes of a killed process's claim were over.
  await database.kysely.updateTable("job").set({ due_at: new Date() }).execute();
  return readIds(database);
}

/**
 * Kills the built server again and again at random moments while it sends mails to a real mail server; then lets it send
 * what is left.
 */
export async function killWhileSending({ engine, rounds, random }: Kills): Promise<KillOutcome> {
  const place = await createPlace(engine);
  const smtp = await startTestSmtpServer();
  const { counts, more } = watchArrivals(smtp);
  const settings = {
    ...place.settings,
    AUTH_SECRET: SECRET,
    MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
  };
  const all = new Set<string>();
  /** When their process was killed, the mail server had accepted them, and they still waited. */
  const doubtful = new Set<string>();
  const faults: string[] = [];

  async function sendAndKill(round: number, people: readonly string[]): Promise<void> {
    const ids = await place.withDatabase((database) => addMails(database, people, settings));
    for (const id of ids) all.add(id);
    const before = new Map(counts);
    const isTime = more(wholeNumber(random, 1, ids.length));
    const server = await startDiapason(settings);
    await isTime;
    await sleep(wholeNumber(random, 0, LATEST_MS));
    await server.stop("SIGKILL");
    const left = new Set(await place.withDatabase(readIds));
    const inDoubt = ids.filter((id) => left.has(id) && (counts.get(id) ?? 0) > (before.get(id) ?? 0));
    for (const id of inDoubt) doubtful.add(id);
    if (inDoubt.length > 1) faults.push(`${engine}, round ${round}: ${inDoubt.length} mails in doubt after one kill`);
    const lost = ids.filter((id) => !left.has(id) && !counts.has(id));
    if (lost.length > 0) faults.push(`${engine}, round ${round}: ${lost.length} mails gone and not sent`);
  }

  /** Lets a server that nobody kills send all that is left. */
  async function sendRest(): Promise<void> {
    const ids = await place.withDatabase((database) => addMails(database, [], settings));
    const isSent = more(ids.length);
    const server = await startDiapason(settings);
    if (ids.length > 0) await isSent;
    await server.stop("SIGTERM");
    if ((await place.withDatabase(readIds)).length > 0) faults.push(`${engine}: mails are left at the end`);
  }

  try {
    const people = await place.withDatabase((database) => addPeople(database, MAILS_A_ROUND));
    for (let round = 1; round <= rounds; round += 1) await sendAndKill(round, people);
    await sendRest();
    for (const id of all) {
      const count = counts.get(id) ?? 0;
      if (count === 0) faults.push(`${engine}: a mail never arrived`);
      if (count > 1 && !doubtful.has(id)) faults.push(`${engine}: a mail came ${count} times and was never in doubt`);
    }
  } finally {
    await smtp.stop();
    await place.remove();
  }
  const twice = [...all].filter((id) => (counts.get(id) ?? 0) > 1).length;
  return { mails: all.size, doubtful: doubtful.size, twice, faults };
}
