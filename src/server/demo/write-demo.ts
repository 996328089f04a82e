import { randomBytes } from "node:crypto";
import { type Insertable, sql } from "kysely";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { momentOf, timeZoneNamed, todayOf } from "#domain/calendar/time-zone.ts";
import { fullName } from "#domain/people/people.ts";
import { DEMO_PEOPLE } from "#text/demo/demo-team.ts";
import { hashPassword, PASSWORD_PROVIDER } from "../auth/passwords/passwords.ts";
import { replaceAll } from "../database/backup/restore-backup.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import type { Tables } from "../database/schema.ts";
import { openTemporarySqlite } from "../database/sqlite/sqlite.ts";
import { createAsking } from "../notifications/kinds/requests.ts";
import { createAcceptChange } from "../planning/accept-change.ts";
import { createSharedPlanning } from "../planning/shared-planning.ts";
import { shareFromStart } from "../planning/sharing/share-planning.ts";
import { demoActs } from "./demo-acts.ts";
import { demoEmail, demoPersonId, VISITOR_IDS } from "./demo-ids.ts";

const RANDOM_BYTES = 32;
/** More sessions than a demo has visitors. Without a limit, somebody who signs in again and again would fill the disk. */
const VISITS_KEPT = 1000;

/** Writes the people as if they had registered. Nobody knows their password: visitors sign in without one. */
async function writePeople({ kysely }: Database, now: Date): Promise<void> {
  const password = await hashPassword(randomBytes(RANDOM_BYTES).toString("base64"));
  const dates = { created_at: now, updated_at: now };
  const people = DEMO_PEOPLE.map((person) => ({ ...person, id: demoPersonId(person.firstName) }));
  const users = people.map(({ id, firstName, lastName, services, isAdmin = false }) => ({
    id,
    email: demoEmail(firstName),
    email_verified: true,
    first_name: firstName,
    last_name: lastName,
    name: fullName({ firstName, lastName }),
    positions: JSON.stringify(services),
    is_admin: isAdmin,
    image: null,
    ...dates,
  }));
  const account = { provider_id: PASSWORD_PROVIDER, password, ...dates };
  await kysely.insertInto("users").values(users).execute();
  await kysely
    .insertInto("account")
    .values(people.map(({ id }) => ({ id, user_id: id, account_id: id, ...account })))
    .execute();
}

/**
 * Creates a temporary database with the invented team's last weeks up to `today`. All acts go through `accept`, like a real
 * team's changes, each at its own time.
 */
export async function inventDemo(today: PlainDate, timeZone: string): Promise<Database> {
  const database = openTemporarySqlite();
  try {
    await migrate(database);
    const zone = timeZoneNamed(timeZone);
    const acts = demoActs(today).map((act) => ({ ...act, moment: new Date(momentOf(act.at, zone)) }));
    let now = acts[0]?.moment ?? new Date(0);
    const planning = createSharedPlanning({ database, timeZone, clock: () => now });
    const accept = createAcceptChange(planning, createAsking(zone));
    await writePeople(database, now);
    await shareFromStart(planning);
    for (const { moment, actorId, wanted } of acts) {
      now = moment;
      const change = wanted.type === "availability.set" ? { ...wanted, answeredAt: now } : wanted;
      await accept(actorId, change, () => Promise.resolve());
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Replaces all data in `target` by the invented team as of today, in one transaction. The latest visitors stay signed in.
 * Afterwards `vacuum` makes the database file smaller. The schema of `target` must be up to date.
 */
export async function replaceByDemo(
  target: Database,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<void> {
  const demo = await inventDemo(todayOf({ now, zone: timeZoneNamed(timeZone) }), timeZone);
  try {
    const sessions: Insertable<Tables["session"]>[] = await target.kysely
      .selectFrom("session")
      .selectAll()
      .where("user_id", "in", VISITOR_IDS)
      .orderBy("updated_at", "desc")
      .limit(VISITS_KEPT)
      .execute();
    await replaceAll(target, { database: demo, madeAt: now }, async ({ kysely }) => {
      for (const session of sessions) await kysely.insertInto("session").values(session).execute();
    });
    await sql`vacuum`.execute(target.kysely);
    await target.forgetDeleted();
  } finally {
    await demo.close();
  }
}
