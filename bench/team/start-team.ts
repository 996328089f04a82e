import { randomUUID } from "node:crypto";
import { daysAddress, daysAround } from "#contract/planning/planning-addresses.ts";
import { entriesOf } from "#domain/availability/availability.ts";
import { monthOf } from "#domain/calendar/calendar.ts";
import { fullName } from "#domain/people/people.ts";
import { SEED_GROUPS } from "#domain/planning/planning.ts";
import { readSecret } from "#server/auth/secret.ts";
import type { Database } from "#server/database/database.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { addSignedIn, sessionCookie } from "#test/support/process/signed-in-people.ts";
import { type Diapason, SERVER, startDiapason } from "#test/support/process/start-diapason.ts";
import { type InventedPerson, inventPerson } from "../../scripts/seed/invented-planning.ts";
import { type DatedEvent, monthAround, todayInParis } from "./month.ts";

/** A group of the first start. */
export const GROUP = "1";

export interface Member {
  readonly id: string;
  /** The cookie of their session. */
  readonly cookie: string;
}

interface NamedEvent extends DatedEvent {
  readonly id: string;
}

/** A running server with a shared planning of one month. */
export interface Team extends Diapason {
  readonly admin: string;
  readonly members: readonly Member[];
  readonly events: readonly NamedEvent[];
  /** The path of the call that reads this month. */
  readonly monthPath: string;
}

/**
 * Starts the built server with a shared month of one group. Each of `people` has answered every event. The data folder is
 * made in `parentFolder`.
 */
export async function startTeam(
  people: number,
  {
    settings = {},
    parentFolder,
  }: { readonly settings?: Readonly<Record<string, string>>; readonly parentFolder?: string } = {},
): Promise<Team> {
  const server = await startDiapason({ SHARING: "on", ...settings }, SERVER, parentFolder);
  try {
    return await addTeam(server, inventPeople(people), settings);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function addTeam(
  server: Diapason,
  people: readonly InventedPerson[],
  settings: Readonly<Record<string, string>>,
): Promise<Team> {
  const { url, dataDir } = server;
  const database = await openDatabase({ databaseUrl: settings["DATABASE_URL"] ?? null, dataDir });
  await addMembers(database, people);
  await database.close();
  const secret = await readSecret({ authSecret: settings["AUTH_SECRET"] ?? null, dataDir });
  const members = people.map(({ id }) => ({ id, cookie: sessionCookie(secret, id) }));
  const admin = await signInAdmin(url);
  const events = monthAround(todayInParis()).map((event) => ({ id: randomUUID(), groupId: GROUP, ...event }));
  const answered = events.map((event, index) => ({
    ...event,
    availability: people.flatMap((person, number) => entriesOf(author(person), statusOf(index, number))),
  }));
  await call(url, admin, "POST", "/api/sharing/additions", { groups: SEED_GROUPS, events: answered });
  return { ...server, admin, members, events, monthPath: daysAddress(GROUP, daysAround(monthOf(todayInParis()))) };
}

function inventPeople(count: number): InventedPerson[] {
  const sizes = { groups: 1, people: count, events: 0 };
  return Array.from({ length: count }, (_, number) => inventPerson(number, sizes));
}

function author(person: InventedPerson) {
  return { userId: person.id, userName: fullName(person), positions: person.positions };
}

/** Every sixth answer is absent. */
export function statusOf(event: number, person: number): "present" | "absent" {
  return (event + person) % 6 === 0 ? "absent" : "present";
}

/** Answers every event with the session of `cookie`. The answers are those of the person with this number. */
export async function answerAll({ url, events }: Pick<Team, "url" | "events">, cookie: string, number: number) {
  for (const [index, { id }] of events.entries()) {
    await call(url, cookie, "PUT", `/api/events/${id}/availability`, { status: statusOf(index, number) });
  }
}

/** Adds people, each with a session, to the database of a running server. The server must not have cached its people. */
async function addMembers({ kysely }: Database, people: readonly InventedPerson[]): Promise<void> {
  await addSignedIn(
    kysely,
    people.map(({ id, email }) => ({ id, email, isAdmin: false, sessions: [{ id, token: id }] })),
  );
  for (const { id, firstName, lastName, positions } of people) {
    const names = { first_name: firstName, last_name: lastName, name: fullName({ firstName, lastName }) };
    await kysely
      .updateTable("users")
      .set({ ...names, positions: JSON.stringify(positions) })
      .where("id", "=", id)
      .execute();
  }
  const memberships = people.map(({ id }) => ({ group_id: GROUP, user_id: id, joined_at: new Date() }));
  await kysely.insertInto("group_member").values(memberships).execute();
}

/** Signs the built-in admin in. @returns the cookie of the session */
export async function signInAdmin(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email: "admin@diapason.example", password: "-" }),
  });
  const [cookie = ""] = response.headers.getSetCookie();
  return cookie.slice(0, cookie.indexOf(";"));
}

async function call<Body>(url: string, cookie: string, method: string, path: string, body: object): Promise<Body> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { "content-type": "application/json", origin: url, cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}
