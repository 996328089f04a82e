import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../src/server/database/database.ts";
import { readEvents } from "../../src/server/planning/events/read-events.ts";
import { listGroups } from "../../src/server/planning/groups/read-groups.ts";
import type { Records } from "./records.ts";
import { accountEntry, answerEntry, eventEntry, MAILED } from "./write.ts";

const RECIPIENT = /^To: [^<]*<(\S+)>/m;

type Entry = { readonly owner: string; readonly name: string; readonly value: string };

/** The writer's prefix: the first word of the names of its groups and events, and the last name of its members. */
function firstWord(text: string): string {
  return text.split(" ")[0] ?? "";
}

async function readAccounts({ kysely }: Database): Promise<Entry[]> {
  const rows = await kysely
    .selectFrom("users")
    .leftJoin("account", "account.user_id", "users.id")
    .select(({ fn }) => ["email", "first_name", "last_name", fn.count<number | string>("account.id").as("passwords")])
    .groupBy(["users.id", "email", "first_name", "last_name"])
    .execute();
  return rows.map(({ email, first_name: firstName, last_name: owner, passwords }) => ({
    owner,
    name: `account ${email}`,
    value: accountEntry(firstName, Number(passwords)),
  }));
}

/** Answers to existing events. For a user who does not exist any more, the id replaces the address. */
async function readAnswers({ kysely }: Database, eventIds: ReadonlySet<string>): Promise<Entry[]> {
  const rows = await kysely
    .selectFrom("availability")
    .leftJoin("users", "users.id", "user_id")
    .select(["event_id", "user_id", "email", "status", "user_name"])
    .execute();
  return rows.flatMap(({ event_id: eventId, user_id: userId, email, status, user_name: userName }) => {
    if (status === null || !eventIds.has(eventId)) return [];
    const [firstName = "", owner = ""] = userName.split(" ");
    return [{ owner, name: `answer ${eventId} ${email ?? userId}`, value: answerEntry(status, firstName) }];
  });
}

const CONFIRMATION = "Confirmez votre adresse";

/** Recipients of the mails about passwords in the outbox directory of `dataDir`. */
async function readOutbox(dataDir: string): Promise<Set<string>> {
  const names = (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(names.map((name) => readFile(join(dataDir, name), "utf8")));
  // Each registration sends one, too, whose subject is plain.
  const resets = mails.filter((mail) => !mail.includes(`Subject: ${CONFIRMATION}`));
  return new Set(resets.map((mail) => RECIPIENT.exec(mail)?.[1] ?? ""));
}

/** Mails requested by existing users, whether queued or sent. */
async function readMails({ kysely }: Database, dataDir: string): Promise<Entry[]> {
  const left = await readOutbox(dataDir);
  const rows = await kysely
    .selectFrom("users")
    .leftJoin("job", (mail) => mail.on("subject", "=", (eb) => eb(eb.val("password-reset:"), "||", eb.ref("users.id"))))
    .select(["email", "last_name as owner", "job.id as waiting"])
    .where("email", "is not", null)
    .$narrowType<{ email: string }>()
    .execute();
  return rows.flatMap(({ email, owner, waiting }) =>
    waiting === null && !left.has(email) ? [] : [{ owner, name: `mail ${email}`, value: MAILED }],
  );
}

/** What the database and the outbox in `dataDir` hold, by the prefix of the writer that made it. */
export async function readAllRecords(database: Database, dataDir: string): Promise<ReadonlyMap<string, Records>> {
  const groups = await listGroups(database);
  const events = (await readEvents(database, {})).value;
  const entries = [
    ...groups.map(({ id, name }) => ({ owner: firstWord(name), name: `group ${id}`, value: name })),
    ...events.map(({ id, name, groupId }) => ({
      owner: firstWord(name),
      name: `event ${id}`,
      value: eventEntry(name, groupId),
    })),
    ...(await readAccounts(database)),
    ...(await readMails(database, dataDir)),
    ...(await readAnswers(database, new Set(events.map(({ id }) => id)))),
  ];
  const byOwner = Map.groupBy(entries, ({ owner }) => owner);
  return new Map([...byOwner].map(([owner, own]) => [owner, new Map(own.map(({ name, value }) => [name, value]))]));
}
