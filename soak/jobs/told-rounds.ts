import { setTimeout as sleep } from "node:timers/promises";
import { type Diapason, startDiapason } from "#test/support/process/start-diapason.ts";
import { startTestSmtpServer } from "#test/support/server/test-smtp-server.ts";
import { addDays } from "../../src/domain/calendar/calendar.ts";
import type { Database } from "../../src/server/database/database.ts";
import { call, signInDefaultAdmin } from "../call.ts";
import { wholeNumber } from "../random.ts";
import { type Acceptances, watchArrivals } from "./acceptances.ts";
import { noonZone } from "./noon-zone.ts";
import { addPeople, addressOf, createPlace, readIds } from "./place.ts";
import type { Kills } from "./rounds.ts";

interface ToldOutcome {
  /** Moments of people: one reminder and one change for each person and round. */
  readonly moments: number;
  /** Kills before either decision was stored. */
  readonly undecided: number;
  readonly doubtful: number;
  readonly twice: number;
  /** One line for each fault found. */
  readonly faults: readonly string[];
}

const PEOPLE = 6;
/** News of so many events are kept once for all members. */
const CHANGED_EVENTS = 12;
const GROUP = "1";
/** From the start until the last mail, on an idle machine. */
const LATEST_MS = 120;
const ALL_ARRIVE_MS = 20_000;
const MONTH_MS = 30 * 24 * 60 * 60_000;

const remindedName = (round: number) => `Rappel ${round}`;
const changedName = (round: number) => `Changement ${round}`;

/** What a person is told once. */
interface Moment {
  readonly address: string;
  readonly event: string;
}

function momentsOf(people: readonly string[], round: number): Moment[] {
  return [remindedName(round), changedName(round)].flatMap((event) =>
    people.map((id) => ({ address: addressOf(id), event })),
  );
}

/** The ids of the mails that told it: each was decided by itself. */
function mailIds({ address, event }: Moment, idsOf: Acceptances["idsOf"]): string[] {
  // One event is followed by its date; several have one name here.
  const about = [...idsOf].filter(
    ([mail]) => mail.startsWith(`${address}: `) && `${mail}, `.includes(`\u00a0: ${event}, `),
  );
  return about.flatMap(([, ids]) => [...ids]);
}

/** A signed-in admin's calls that plan events. */
async function plannerOf({ url }: Diapason) {
  const cookie = await signInDefaultAdmin(url);
  const request = async (method: "POST" | "PATCH", path: string, body: object) => {
    const answer = await call(url, cookie, { method, path, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return JSON.parse(answer.text) as { readonly id: string };
  };
  const place = { groupId: GROUP, location: "Temple", time: "10:00" };
  return {
    plan: (name: string, date: string) => request("POST", "/api/events", { ...place, name, date }),
    move: (id: string) => request("PATCH", `/api/events/${id}`, { time: "11:00" }),
  };
}

/** The events far away whose time changes in a round. They are made a round earlier: corrections of new ones are not told. */
async function planChanged(server: Diapason, round: number, today: string): Promise<readonly string[]> {
  const { plan } = await plannerOf(server);
  const ids: string[] = [];
  for (let day = 0; day < CHANGED_EVENTS; day += 1) {
    ids.push((await plan(changedName(round), addDays(today, 40 + day))).id);
  }
  return ids;
}

/** An event without answers, and a new time of the events far away. */
async function planRound(server: Diapason, round: number, today: string, changedIds: readonly string[]): Promise<void> {
  const { plan, move } = await plannerOf(server);
  await plan(remindedName(round), addDays(today, 3));
  for (const id of changedIds) await move(id);
}

/** Has this round's messages fall due, as if days had passed without a server; those of the round before are over. */
async function letTimePass({ kysely }: Database, round: number): Promise<void> {
  const longAgo = new Date(Date.now() - MONTH_MS);
  await kysely
    .updateTable("planning_event")
    .set({ date: "2020-01-01" })
    .where("name", "=", remindedName(round - 1))
    .execute();
  await kysely.updateTable("planning_event").set({ timed_at: longAgo }).execute();
  await kysely.updateTable("planning_state").set({ shared_at: longAgo }).execute();
  await letClaimsEnd({ kysely });
}

/** Also lets the two minutes of a killed process's claims pass. */
async function letClaimsEnd({ kysely }: Pick<Database, "kysely">): Promise<void> {
  const due = { due_at: new Date() };
  await kysely.updateTable("job").set(due).where("kind", "in", ["reminders", "changes", "message"]).execute();
}

async function isUndecided({ kysely }: Database, round: number): Promise<boolean> {
  const changes = await kysely.selectFrom("job").select("id").where("kind", "=", "changes").execute();
  const reminders = await kysely
    .selectFrom("planning_event")
    .select("id")
    .where("name", "=", remindedName(round))
    .where("reminded_until", "is", null)
    .execute();
  return changes.length > 0 && reminders.length > 0;
}

/**
 * Kills the built server again and again at random moments while it decides who is told what, and tells them. After each
 * kill another one finishes what is left.
 */
export async function killWhileTelling({ engine, rounds, random }: Kills): Promise<ToldOutcome> {
  const place = await createPlace(engine);
  const smtp = await startTestSmtpServer();
  const { counts, idsOf, until, more } = watchArrivals(smtp);
  const { name: zone, today } = noonZone();
  const mails = { MAIL_URL: `smtp://127.0.0.1:${smtp.port}` };
  const settings = { ...place.settings, ...mails, SHARING: "on", DEFAULT_ADMIN: "on", TIME_ZONE: zone };
  const doubtful = new Set<string>();
  const faults: string[] = [];
  let undecided = 0;
  let changedIds: readonly string[] = [];

  async function plan(server: Diapason, round: number): Promise<void> {
    await planRound(server, round, today, changedIds);
    changedIds = await planChanged(server, round + 1, today);
  }

  async function prepare(): Promise<readonly string[]> {
    const first = await startDiapason(settings);
    changedIds = await planChanged(first, 1, today);
    await first.stop("SIGTERM");
    await place.withDatabase((database) => letTimePass(database, 0));
    const second = await startDiapason(settings);
    await plan(second, 1);
    await second.stop("SIGTERM");
    return place.withDatabase(async (database) => {
      const ids = await addPeople(database, PEOPLE);
      const members = ids.map((id) => ({ group_id: GROUP, user_id: id, joined_at: new Date() }));
      await database.kysely.insertInto("group_member").values(members).execute();
      return ids;
    });
  }

  async function killOnce(round: number): Promise<void> {
    await place.withDatabase((database) => letTimePass(database, round));
    const before = new Map(counts);
    const isTime = wholeNumber(random, 0, 1) === 0 ? null : more(wholeNumber(random, 1, 2 * PEOPLE));
    const server = await startDiapason(settings);
    await isTime;
    await sleep(wholeNumber(random, 0, isTime === null ? LATEST_MS : LATEST_MS / 4));
    await server.stop("SIGKILL");
    await place.withDatabase(async (database) => {
      const inDoubt = (await readIds(database)).filter((id) => (counts.get(id) ?? 0) > (before.get(id) ?? 0));
      for (const id of inDoubt) doubtful.add(id);
      if (inDoubt.length > 1) faults.push(`${engine}, round ${round}: ${inDoubt.length} in doubt after one kill`);
      if (await isUndecided(database, round)) undecided += 1;
      await letClaimsEnd(database);
    });
  }

  /** Lets a server finish the round, and plans the next one. */
  async function finish(round: number, isComplete: () => boolean): Promise<void> {
    const server = await startDiapason(settings);
    await Promise.race([until(isComplete), sleep(ALL_ARRIVE_MS, undefined, { ref: false })]);
    if (!isComplete()) faults.push(`${engine}, round ${round}: somebody was told nothing`);
    await plan(server, round + 1);
    await server.stop("SIGTERM");
  }

  const moments: Moment[] = [];
  try {
    const people = await prepare();
    for (let round = 1; round <= rounds; round += 1) {
      const ofRound = momentsOf(people, round);
      moments.push(...ofRound);
      await killOnce(round);
      await finish(round, () => ofRound.every((moment) => mailIds(moment, idsOf).length > 0));
    }
  } finally {
    await smtp.stop();
    await place.remove();
  }
  for (const moment of moments) {
    const ids = mailIds(moment, idsOf);
    if (ids.length > 1) faults.push(`${engine}: ${moment.address} was told of « ${moment.event} » ${ids.length} times`);
  }
  const twice = [...counts].filter(([, count]) => count > 1).map(([id]) => id);
  for (const id of twice) if (!doubtful.has(id)) faults.push(`${engine}: a mail came again and was never in doubt`);
  return { moments: moments.length, undecided, doubtful: doubtful.size, twice: twice.length, faults };
}
