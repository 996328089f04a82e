import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { comparePeople } from "#domain/people/people.ts";
import { readUser, USER_COLUMNS } from "#server/api/user-record.ts";
import type { Engine } from "#server/database/database.ts";
import { presentListed } from "#server/users/read-users.ts";
import {
  CONCERT,
  createEvent,
  NOON,
  passPosition,
  type Person,
  positionOf,
  giveAnswer,
  startPlanningServer,
} from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import {
  type Answer,
  ENGINES,
  startTestServer,
  type TestClient,
  type TestServer,
} from "#test/support/server/test-server.ts";
import { readEvents } from "./events/read-events.ts";
import { listGroups, listMemberships, readGroup } from "./groups/read-groups.ts";

const WINDOW = { from: "2050-11-01", to: "2051-01-31" };
const query = `from=${WINDOW.from}&to=${WINDOW.to}`;
const READERS = [0, 1, 2] as const;
const GROUPS = ["1", "2"] as const;
const READS = ["month", "all_groups", "upcoming", "event", "groups", "group", "memberships", "users"] as const;
const WRITES = [
  "answer",
  "create",
  "delete",
  "rename",
  "join",
  "leave",
  "drop_group",
  "profile",
  "absence",
  "line_up",
  "restore",
] as const;
const RIGHTS = ["promote", "demote", "end_session", "sign_in", "delete_account"] as const;

interface Step {
  readonly what: (typeof READS)[number] | (typeof WRITES)[number] | (typeof RIGHTS)[number];
  readonly who: number;
  readonly group: (typeof GROUPS)[number];
  /** Which process takes the call, where there are two. */
  readonly process: 0 | 1;
}

/** More reads than changes: each change is looked at from many sides. */
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...READS) },
    { weight: 3, arbitrary: fc.constantFrom(...WRITES) },
    { weight: 2, arbitrary: fc.constantFrom(...RIGHTS) },
  ),
  who: fc.constantFrom(...READERS),
  group: fc.constantFrom(...GROUPS),
  process: fc.constantFrom(0, 1),
});

let names = 0;

/** One team, whose calls two processes take where the engine allows it. */
async function startTeam(engine: Engine) {
  const planning = await startPlanningServer(engine);
  const second =
    engine === "postgres"
      ? await startTestServer({ ...planning.environment, SHARING: "on" }, { clock: () => NOON })
      : planning.server;
  const stop = async () => {
    if (second !== planning.server) await second.stop();
    await planning.stop();
  };
  return { planning, servers: [planning.server, second] as const, stop };
}

type Team = Awaited<ReturnType<typeof startTeam>>;

/** The same browser at another process. */
function at(server: TestServer, person: TestClient): TestClient {
  const client = server.client();
  for (const [name, value] of person.cookies) client.cookies.set(name, value);
  return client;
}

/** Plays steps, and looks after each read whether its answer is the truth of that moment. */
class Play {
  readonly #team: Team;
  readonly #people: Person[] = [];
  readonly #etags = new Map<string, { readonly etag: string; readonly text: string }>();
  #event = "";

  constructor(team: Team) {
    this.#team = team;
  }

  async begin(): Promise<void> {
    const { planning } = this.#team;
    // People of one name would stand in each other's rows.
    for (const _ of READERS) {
      names += 1;
      this.#people.push(await planning.newcomer({ lastName: `Petit ${names}` }));
    }
    this.#event = (await createEvent(planning.admin)).id;
  }

  async take({ what, who, group, process }: Step): Promise<void> {
    const person = this.#people[who];
    if (person === undefined) throw new Error("nobody");
    const client = at(this.#team.servers[process], person);
    const isRead = READS.find((read) => read === what);
    if (isRead === undefined) await this.#change(what, client, person, who, group);
    else await this.#look(isRead, client, person, group);
  }

  async #change(what: string, client: TestClient, person: Person, who: number, group: string): Promise<void> {
    const { planning } = this.#team;
    const { admin } = planning;
    names += 1;
    if (what === "answer")
      await giveAnswer(client, this.#event, (["present", "absent", null] as const)[names % 3] ?? null);
    if (what === "create") this.#event = (await createEvent(admin, { name: `Fête ${names}` })).id;
    if (what === "delete") await admin.send("DELETE", `/api/events/${this.#event}`);
    if (what === "rename") await admin.send("PATCH", `/api/groups/${group}`, { body: { name: `Groupe ${names}` } });
    if (what === "join") await client.send("PUT", `/api/groups/${group}/members/me`);
    if (what === "leave") await client.send("DELETE", `/api/groups/${group}/members/me`);
    if (what === "drop_group") {
      await admin.send("DELETE", "/api/groups/2");
      if (names % 2 === 0) await admin.post("/api/groups/2/restoration");
    }
    if (what === "profile") {
      const body = { firstName: `Prénom ${names % 5}`, lastName: `Petit ${names}`, positions: ["Bass"] };
      await client.send("PATCH", "/api/users/me", { body });
    }
    if (what === "absence") await client.post("/api/absences", { from: CONCERT.date, to: CONCERT.date });
    if (what === "line_up") {
      const lineUp = [{ role: "Bass", userId: person.user.id }];
      await admin.send("PUT", `/api/events/${this.#event}/line-up`, { body: { lineUp } });
    }
    if (what === "restore") {
      const { kysely } = planning.server.database;
      await kysely
        .updateTable("planning_event")
        .set({ location: `Lieu ${names}` })
        .execute();
      await passPosition(planning);
    }
    if (what === "promote") await admin.post("/api/users/admins", { email: person.user.email });
    if (what === "demote") await admin.send("DELETE", `/api/users/admins/${person.user.id}`);
    if (what === "end_session") await client.post("/api/auth/sign-out");
    if (what === "sign_in") {
      const credentials = { email: person.user.email, password: "secret1" };
      const browser = planning.server.client();
      const answer = await browser.post("/api/auth/sign-in/email", credentials);
      if (answer.status === 200) this.#people[who] = { ...browser, ...answer.json<Person & Record<string, unknown>>() };
    }
    if (what === "delete_account") {
      await admin.send("DELETE", `/api/users/${person.user.id}`);
      if (names % 3 === 0) this.#people[who] = await planning.newcomer({ lastName: `Petit ${names}` });
    }
  }

  async #look(what: (typeof READS)[number], client: TestClient, person: Person, group: string): Promise<void> {
    const path = this.#pathOf(what, group);
    const known = this.#etags.get(`${person.user.id} ${path}`);
    const answer = await client.get(path, known ? { "if-none-match": known.etag } : {});
    const isAdmin = await this.#isAdmin(client, person);
    if (isAdmin === null) return expectProblem(answer, 401, "session.required");
    if (what === "all_groups" && !isAdmin) return expectProblem(answer, 403, "request.forbidden");
    const truth = await this.#truthOf(what, group, person, isAdmin);
    if (truth === null) {
      expect(answer.status).toBe(404);
      return;
    }
    const text = answer.status === 304 ? (known?.text ?? "") : answer.text;
    expect([path, JSON.parse(text)]).toEqual([path, JSON.parse(JSON.stringify(truth))]);
    this.#noteTag(`${person.user.id} ${path}`, answer, text);
  }

  #noteTag(key: string, { headers }: Answer, text: string): void {
    this.#etags.set(key, { etag: String(headers["etag"]), text });
  }

  #pathOf(what: (typeof READS)[number], group: string): string {
    const paths = {
      month: `/api/events?group=${group}&${query}`,
      all_groups: `/api/events?${query}`,
      upcoming: `/api/events/upcoming?group=${group}&from=2050-11-20`,
      event: `/api/events/${this.#event}`,
      groups: "/api/groups",
      group: `/api/groups/${group}`,
      memberships: "/api/memberships",
      users: "/api/users",
    };
    return paths[what];
  }

  /** `null` where they are not signed in. */
  async #isAdmin({ cookies }: TestClient, { user }: Person): Promise<boolean | null> {
    const { kysely } = this.#team.planning.server.database;
    const [token = ""] = decodeURIComponent(cookies.get("diapason.session_token") ?? "").split(".");
    const row = await kysely
      .selectFrom("session")
      .innerJoin("users", "users.id", "session.user_id")
      .select("users.is_admin")
      .where("token", "=", token)
      .where("users.id", "=", user.id)
      .executeTakeFirst();
    return row === undefined ? null : Boolean(row.is_admin);
  }

  /** What a read without any memory answers; `null` where there is nothing. */
  async #truthOf(what: string, group: string, person: Person, isAdmin: boolean): Promise<unknown> {
    const { database } = this.#team.planning.server;
    const isThere = (await listGroups(database)).some(({ id }) => id === group);
    const upcoming = { groupId: group, from: "2050-11-20", limit: 3 };
    if (what === "month") return isThere ? (await readEvents(database, { groupId: group, ...WINDOW })).value : null;
    if (what === "upcoming") return isThere ? (await readEvents(database, upcoming)).value : null;
    if (what === "all_groups") return (await readEvents(database, WINDOW)).value;
    if (what === "event") return (await readEvents(database, { id: this.#event })).value[0] ?? null;
    if (what === "groups") return listGroups(database);
    if (what === "group") return readGroup(database, group);
    if (what === "memberships") return listMemberships(database);
    const rows = await database.kysely.selectFrom("users").select(USER_COLUMNS).execute();
    const reader = { id: person.user.id, isAdmin };
    const listed = { account: "active", isAddressRefused: false } as const;
    return rows.map((row) => presentListed({ ...readUser(row), ...listed }, reader)).toSorted(comparePeople);
  }
}

describe.each(ENGINES)("what is kept of the planning's answers on %s", (engine) => {
  let team: Team;
  beforeAll(async () => {
    team = await startTeam(engine);
  });
  afterAll(() => team.stop());

  test("is what is true and allowed at that moment, whoever wrote, by whichever process", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: "max" }), async (steps) => {
        const play = new Play(team);
        await team.planning.admin.post("/api/groups/2/restoration");
        await play.begin();
        for (const next of steps) await play.take(next);
      }),
      { numRuns: 12, interruptAfterTimeLimit: 40_000 },
    );
  });

  test("stays the same bytes while another group changes, and tells of the position all the same", async () => {
    const { planning } = team;
    await planning.admin.post("/api/groups/2/restoration");
    const path = `/api/events?group=1&${query}`;
    const before = await planning.admin.get(path);
    await createEvent(planning.admin, { groupId: "2" });
    const etag = String(before.headers["etag"]);
    const after = await planning.admin.get(path, { "if-none-match": etag });
    expect([after.status, after.text, after.headers["etag"]]).toEqual([304, "", etag]);
    expect(positionOf(after)).toBe(positionOf(before) + 1);
  });
});

test("the memory for answers is bounded, and whatever was read longest ago goes first", async () => {
  const { createResponseCache } = await import("#server/api/stored-response.ts");
  const memory = createResponseCache<{ readonly weight: number }>(10_000);
  for (let index = 0; index < 100; index += 1) {
    memory.set(`key ${index}`, { weight: 1000 });
    memory.get("key 0");
  }
  const kept = Array.from({ length: 100 }, (_, index) => `key ${index}`).filter((key) => memory.get(key) !== undefined);
  expect(kept).toEqual(["key 0", "key 95", "key 96", "key 97", "key 98", "key 99"]);
  memory.set("too large", { weight: 10_000 });
  expect(memory.get("too large")).toBeUndefined();
});
