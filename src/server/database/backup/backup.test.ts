import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { expectBlocked } from "#test/support/server/test-postgres-locks.ts";
import {
  EITHER_ENGINE,
  ENGINES,
  newEnvironment,
  register,
  removeData,
  settingsOf,
} from "#test/support/server/test-server.ts";
import { StartError } from "../../errors.ts";
import type { Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";
import { writeLines } from "./backup-lines.ts";
import { BACKUP_TABLES, TRANSIENT_TABLES } from "./backup-tables.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const NOW = new Date("2026-11-22T09:30:00Z");
/** More than are read or written at once. */
const MANY_EVENTS = 1200;
const SOME_EVENTS = 20;
const GROUP_CREATED = JSON.stringify({ type: "group.created", group: { id: "1", name: "Louange" } });

type BackupLine = Record<string, unknown> | unknown[];

describe.each(ENGINES)("backups on %s", (engine) => {
  /** For what a file may be: it is read into an SQLite database of its own, before this one is touched. */
  const isOfFiles = EITHER_ENGINE.includes(engine);
  const environments: Record<string, string>[] = [];
  const opened: Database[] = [];
  let database: Database;
  let path: string;

  beforeEach(async () => {
    const environment = await newEnvironment(engine);
    environments.push(environment);
    database = await openIn(environment);
    path = join(environment["DATA_DIR"] ?? "", "backups", "team.jsonl.gz");
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await Promise.all(environments.splice(0).map(removeData));
  });

  async function openIn(environment: Record<string, string>): Promise<Database> {
    const openedHere = await openDatabase(settingsOf(environment));
    opened.push(openedHere);
    await migrate(openedHere);
    return openedHere;
  }

  async function emptyDatabase(of = engine): Promise<Database> {
    const environment = await newEnvironment(of);
    environments.push(environment);
    return openIn(environment);
  }

  /** A user, a shared planning with events and an answer, and a session, which a backup must not contain. */
  async function fill(count = SOME_EVENTS): Promise<void> {
    const { kysely } = database;
    const person = { id: "camille", email: "camille@example.org", first_name: "Camille", last_name: "Périn 🎵" };
    await kysely
      .insertInto("users")
      .values({
        ...person,
        positions: '["Lead"]',
        is_admin: true,
        created_at: NOW,
        updated_at: NOW,
        name: "Camille",
        plays_at_most: 2,
      })
      .execute();
    await kysely
      .insertInto("session")
      .values({ id: "s", user_id: "camille", token: "t", expires_at: NOW, created_at: NOW, updated_at: NOW })
      .execute();
    await kysely
      .insertInto("service")
      .values({ id: "flute", name: "Flûte", is_offered: true, place: 1, former_names: '["Flûtiau"]' })
      .execute();
    await kysely.updateTable("planning_state").set({ shared_at: NOW, position: 7, reminders_default: false }).execute();
    await kysely
      .insertInto("planning_group")
      .values({
        id: "1",
        name: "Louange\n« du dimanche »",
        place: 1,
        reminders_on: false,
        reminder_days: 3,
        required_roles: "[]",
      })
      .execute();
    const events = Array.from({ length: count }, (_, index) => ({
      id: `event-${index}`,
      group_id: "1",
      name: `Culte ${index}`,
      date: "2026-11-29",
      time: "10:00",
      location: "Temple",
    }));
    for (let start = 0; start < count; start += 400) {
      await kysely
        .insertInto("planning_event")
        .values(events.slice(start, start + 400))
        .execute();
    }
    await kysely
      .updateTable("planning_event")
      .set({ required_roles: '["Lead"]', line_up: '[{"role":"Lead","userId":"camille"}]' })
      .set({ programme: '[{"title":"Abba Père","key":"La m"}]', programme_version: 3, programme_told: 2 })
      .where("id", "=", "event-0")
      .execute();
    await kysely
      .insertInto("admin_act")
      .values({ number: 1, done_at: NOW, actor_id: "camille", person_id: null, act: GROUP_CREATED })
      .execute();
    await kysely
      .insertInto("availability")
      .values({
        event_id: "event-0",
        user_id: "camille",
        status: "present",
        user_name: "Camille",
        positions: '["Lead"]',
        answered_at: NOW,
        place: 7,
        rank: 0,
      })
      .execute();
  }

  /** Changes the lines of the backup, and corrects its checksum. */
  async function rewrite(change: (lines: BackupLine[]) => object[]): Promise<void> {
    const lines = gunzipSync(await readFile(path))
      .toString()
      .trimEnd()
      .split("\n")
      .slice(0, -1);
    let written = "";
    const changed = change(lines.map((line) => JSON.parse(line) as BackupLine));
    for await (const line of writeLines(Readable.from(changed))) written += line;
    await writeFile(path, gzipSync(written));
  }

  /** Applies `change` to every row of `table` in the backup. */
  function changeRows(table: string, change: (row: Record<string, unknown>) => object | null): Promise<void> {
    return rewrite((lines) => {
      let columns: readonly string[] = [];
      return lines.flatMap((line) => {
        if (!Array.isArray(line)) columns = line["table"] === table ? (line["columns"] as string[]) : [];
        if (!Array.isArray(line) || columns.length === 0) return [line];
        const row = change(Object.fromEntries(columns.map((column, index) => [column, line[index]])));
        return row === null ? [] : [columns.map((column) => (row as Record<string, unknown>)[column])];
      });
    });
  }

  /** Turns the backup into one of an earlier version, without journal. */
  async function makeOlder(): Promise<void> {
    const newer = new Set(
      "end_time ends_next_day details series_id sequence asked_again_at comment said_by changed_at address_refused_at reminders_on reminder_days reminders_set_at reminded_until reminders_default timed_at required_roles line_up plays_at_most programme programme_version programme_told signed_in_at different_from takes_replies reply_address".split(
        " ",
      ),
    );
    const missing = new Set<unknown>(["admin_act", "service", "former_person"]);
    await rewrite((lines) => {
      let table: unknown;
      let kept: number[] = [];
      return lines.flatMap((line) => {
        if (Array.isArray(line)) return missing.has(table) ? [] : [kept.map((index) => line[index])];
        if ("schema" in line) return [{ ...line, schema: 5 }];
        table = line["table"];
        const columns = line["columns"] as string[];
        kept = columns.flatMap((column, index) => (newer.has(column) ? [] : [index]));
        return missing.has(table) ? [] : [{ table, columns: kept.map((index) => columns[index]) }];
      });
    });
  }

  /** The contents of a database, in the same form for both engines. */
  async function contents({ kysely }: Database): Promise<Record<string, unknown>> {
    const users = await kysely.selectFrom("users").selectAll().execute();
    const state = await kysely.selectFrom("planning_state").selectAll().executeTakeFirst();
    const groups = await kysely.selectFrom("planning_group").selectAll().execute();
    const answers = await kysely.selectFrom("availability").selectAll().execute();
    const services = await kysely.selectFrom("service").select(["id", "name", "former_names"]).execute();
    return {
      services,
      users: users.map((user) => ({
        ...user,
        created_at: new Date(user.created_at).toISOString(),
        updated_at: new Date(user.updated_at).toISOString(),
        is_admin: Boolean(user.is_admin),
        is_built_in: Boolean(user.is_built_in),
        email_verified: Boolean(user.email_verified),
        takes_replies: Boolean(user.takes_replies),
      })),
      isShared: state?.shared_at !== null,
      areNewGroupsReminded: Boolean(state?.reminders_default),
      groups: groups.map((group) => ({ ...group, reminders_on: Boolean(group.reminders_on) })),
      events: await kysely.selectFrom("planning_event").selectAll().orderBy("id").execute(),
      acts: await kysely.selectFrom("admin_act").select(["number", "act"]).execute(),
      answers: answers.map((answer) => ({ ...answer, answered_at: new Date(answer.answered_at).toISOString() })),
    };
  }

  test.each(ENGINES)("bring everything back, into %s too", async (target) => {
    await fill(MANY_EVENTS);
    await writeBackup(database, path, NOW);
    const other = await emptyDatabase(target);
    await restoreBackup(other, path);
    expect(await contents(other)).toEqual(await contents(database));
  });

  test.runIf(isOfFiles)("a full disk is said in one line, and leaves no half file", async () => {
    await mkdir(dirname(path), { recursive: true });
    // Every write to /dev/full fails with ENOSPC.
    await symlink("/dev/full", `${path}.unfinished`);
    await expect(writeBackup(database, path, NOW)).rejects.toThrow(
      new StartError(`La sauvegarde ne peut pas être écrite\u00a0: ${path} (ENOSPC)`),
    );
    expect(await readdir(dirname(path))).toEqual([]);
  });

  test("a place below a file is said in one line", async () => {
    await mkdir(dirname(dirname(path)), { recursive: true });
    await writeFile(dirname(path), "");
    await expect(writeBackup(database, path, NOW)).rejects.toThrow(
      new StartError(`La sauvegarde ne peut pas être écrite\u00a0: ${path} (EEXIST)`),
    );
  });

  test("bring back people without an account, with and without an address", async () => {
    const { kysely } = database;
    const row = { first_name: "Paul", last_name: "Mercier", name: "Paul Mercier", positions: "[]", image: null };
    const times = { created_at: NOW, updated_at: NOW };
    const people = [
      { ...row, ...times, id: "paul", email: null, is_admin: false },
      { ...row, ...times, id: "pia", email: "pia@example.org", is_admin: false },
    ];
    await kysely.insertInto("users").values(people).execute();
    await writeBackup(database, path, NOW);
    await kysely.deleteFrom("users").execute();
    await restoreBackup(database, path);
    const rows = await kysely.selectFrom("users").select(["id", "email"]).orderBy("id").execute();
    expect(rows).toEqual(people.map(({ id, email }) => ({ id, email })));
  });

  test("replace all that is there, and end every session", async () => {
    await fill();
    await writeBackup(database, path, NOW);
    const before = await contents(database);
    await database.kysely.deleteFrom("planning_event").where("id", "<>", "event-0").execute();
    await database.kysely.updateTable("users").set({ first_name: "Autre" }).execute();
    await restoreBackup(database, path);
    expect(await contents(database)).toEqual(before);
    expect(await database.kysely.selectFrom("session").selectAll().execute()).toEqual([]);
  });

  test("bring the journal back, with what is written last, and its guard", async () => {
    await fill();
    await writeBackup(database, path, NOW);
    const act = (type: string) => ({ done_at: NOW, actor_id: null, person_id: null, act: `{"type":"${type}"}` });
    const { kysely } = database;
    await kysely
      .insertInto("admin_act")
      .values({ number: 2, ...act("invitation.renewed") })
      .execute();
    await restoreBackup(database, path, async (restored, madeAt) => {
      expect(madeAt).toEqual(NOW);
      await restored.kysely
        .insertInto("admin_act")
        .values({ number: 2, ...act("backup.restored") })
        .execute();
    });
    const rows = await kysely.selectFrom("admin_act").select("act").orderBy("number").execute();
    expect(rows.map(({ act: text }) => text)).toEqual([GROUP_CREATED, '{"type":"backup.restored"}']);
    await expect(kysely.deleteFrom("admin_act").execute()).rejects.toThrow("admin_act takes new rows only");
  });

  test("of an older version bring back all that it knew", async () => {
    await fill();
    await writeBackup(database, path, NOW);
    await makeOlder();
    const other = await emptyDatabase();
    await restoreBackup(other, path);
    const known = await contents(database);
    const without = (name: string, values: object) => (known[name] as object[]).map((row) => ({ ...row, ...values }));
    // It knew no reminders and no line-ups: they are as in a new planning.
    const groups = without("groups", { reminders_on: true, reminder_days: 5, required_roles: null });
    const events = without("events", {
      required_roles: null,
      line_up: null,
      programme: null,
      programme_version: null,
      programme_told: null,
    });
    const users = without("users", { plays_at_most: null });
    expect(await contents(other)).toEqual({
      ...known,
      acts: [],
      services: [],
      groups,
      events,
      users,
      areNewGroupsReminded: true,
    });
  });

  test("never take the number of the latest change back", async () => {
    await fill();
    await writeBackup(database, path, NOW);
    await database.kysely.updateTable("planning_state").set({ position: 20 }).execute();
    await restoreBackup(database, path);
    const { position } = await database.kysely
      .selectFrom("planning_state")
      .select("position")
      .executeTakeFirstOrThrow();
    expect(position).toBe(21);
  });

  test.runIf(engine === "postgres")(
    "wait for a change of the planning under way, which does not wait for them",
    async () => {
      await fill(MANY_EVENTS);
      await writeBackup(database, path, NOW);
      const { kysely } = database;
      const restoring = await kysely.transaction().execute(async (transaction) => {
        await transaction.selectFrom("planning_state").selectAll().forUpdate().execute();
        const restored = restoreBackup(database, path);
        await expectBlocked(kysely, 1);
        // Every change reads the user who makes it.
        await transaction.selectFrom("users").selectAll().execute();
        return { restored };
      });
      await expect(restoring.restored).resolves.toBeUndefined();
    },
  );

  test.runIf(isOfFiles)("are for their owner alone, and hold no session", async () => {
    await fill();
    await writeBackup(database, path, NOW);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(path, ".."))).mode & 0o777).toBe(0o700);
    expect(gunzipSync(await readFile(path)).toString()).not.toContain('"session"');
  });

  const WRONG: readonly (readonly [what: string, table: string, column: string, value: unknown])[] = [
    ["services that are none", "users", "positions", "garbage"],
    ["a service without a name", "users", "positions", '[""]'],
    ["an e-mail address that is none", "users", "email", "nobody"],
    ["a right that is neither yes nor no", "users", "is_admin", 2],
    ["a moment that is none", "users", "created_at", "yesterday"],
    ["a position that is none", "planning_state", "position", "many"],
    ["a day that is none", "planning_event", "date", "2026-02-30"],
    ["a time that is none", "planning_event", "time", "24:00"],
    ["an answer that is none", "availability", "status", "maybe"],
    ["services of an answer that are none", "availability", "positions", "null"],
    ["pairs that are none", "planning_group", "combinable_pairs", '[["Sono","Lead"]]'],
    ["required roles that are none", "planning_event", "required_roles", '[""]'],
    ["a line-up that is none", "planning_event", "line_up", '{"Lead":"camille"}'],
    ["former names that are none", "service", "former_names", "[7]"],
    ["a wish that is none", "users", "plays_at_most", 0],
    ["an act that is none", "admin_act", "act", '{"type":"nothing"}'],
  ];
  test.runIf(isOfFiles).each(WRONG)(
    "with %s are refused, though their checksum is right, and change nothing",
    async (...wrong) => {
      const [, table, column, value] = wrong;
      await fill();
      await writeBackup(database, path, NOW);
      await changeRows(table, (row) => ({ ...row, [column]: value }));
      const before = await contents(database);
      await expect(restoreBackup(database, path)).rejects.toThrow(
        new StartError(
          `La sauvegarde ne peut pas être restaurée\u00a0: ${path} (${table}, ligne 1\u00a0: ${column} n'est pas valable)`,
        ),
      );
      expect(await contents(database)).toEqual(before);
    },
  );

  test.runIf(isOfFiles).each([
    ["takes gigabytes", "m=4194304,t=1,p=1"],
    ["takes minutes", "m=65536,t=4294967295,p=1"],
    ["has no pass", "m=19456,t=0,p=1"],
    ["has more lanes than memory", "m=8,t=1,p=4"],
  ])("with a hash whose check %s are refused, and change nothing", async (_, parameters) => {
    await fill();
    const password = `$argon2id$v=19$${parameters}$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4`;
    const row = { id: "a", account_id: "camille", provider_id: "credential", user_id: "camille", password };
    await database.kysely
      .insertInto("account")
      .values({ ...row, created_at: NOW, updated_at: NOW })
      .execute();
    await writeBackup(database, path, NOW);
    await expect(restoreBackup(database, path)).rejects.toThrow(
      new StartError(
        `La sauvegarde ne peut pas être restaurée\u00a0: ${path} (account, ligne 1\u00a0: password n'est pas valable)`,
      ),
    );
  });

  test.runIf(engine === "postgres")("with a number that the database cannot hold are refused in one line", async () => {
    await fill();
    await writeBackup(database, path, NOW);
    const before = await contents(database);
    await changeRows("availability", (row) => ({ ...row, rank: 2 ** 40 }));
    const error = await restoreBackup(database, path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).toMatch(/La sauvegarde ne peut pas être restaurée\u00a0: .*out of range/);
    expect(await contents(database)).toEqual(before);
  });

  test("without the state of the planning are refused, and so is an answer to no event", async () => {
    await fill();
    await writeBackup(database, path, NOW);
    const before = await contents(database);
    await changeRows("planning_state", () => null);
    await expect(restoreBackup(database, path)).rejects.toThrow("(planning_state n'a pas exactement une ligne)");
    await writeBackup(database, path, NOW);
    await changeRows("availability", (row) => ({ ...row, event_id: "gone" }));
    await expect(restoreBackup(database, path)).rejects.toThrow(
      /^La sauvegarde ne peut pas être restaurée\u00a0: .*FOREIGN KEY/,
    );
    expect(await contents(database)).toEqual(before);
  });

  test("know every table of the schema", async () => {
    const tables = await database.kysely.introspection.getTables();
    const known = [...BACKUP_TABLES.map(({ name }) => name), ...TRANSIENT_TABLES, "schema_version", "access_version"];
    expect(tables.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });

  test("of one moment are consistent, whatever is written meanwhile", async () => {
    await fill(MANY_EVENTS);
    const finished = new AbortController();
    async function writePairs(): Promise<void> {
      for (let index = 0; !finished.signal.aborted; index += 1) {
        // SQLite answers synchronously, so without this pause nothing else would ever run.
        await setImmediate();
        await database.kysely.transaction().execute(async (transaction) => {
          const name = `n${index}`;
          await transaction.updateTable("planning_group").set({ name }).execute();
          await transaction.updateTable("planning_event").set({ name }).where("id", "=", "event-0").execute();
        });
      }
    }
    const { DATA_DIR = "", DATABASE_URL } = environments[0] ?? {};
    const reader = await openIn({ DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) });
    const writing = writePairs();
    await writeBackup(reader, path, NOW);
    finished.abort();
    await writing;
    const other = await emptyDatabase();
    await restoreBackup(other, path);
    const group = await other.kysely.selectFrom("planning_group").select("name").executeTakeFirst();
    const event = await other.kysely
      .selectFrom("planning_event")
      .select("name")
      .where("id", "=", "event-0")
      .executeTakeFirst();
    expect(event).toEqual(group?.name.startsWith("n") ? group : { name: "Culte 0" });
  });

  describe.runIf(isOfFiles)("that are not whole are refused, and nothing is changed:", () => {
    async function refused(spoil: (text: string) => string | Buffer): Promise<string> {
      await fill();
      await writeBackup(database, path, NOW);
      const spoilt = spoil(gunzipSync(await readFile(path)).toString());
      await writeFile(path, typeof spoilt === "string" ? gzipSync(spoilt) : spoilt);
      const before = await contents(database);
      const error = await restoreBackup(database, path).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StartError);
      expect(await contents(database)).toEqual(before);
      return error instanceof Error ? error.message : "";
    }

    test("no gzip", async () => {
      expect(await refused(() => Buffer.from("not a backup"))).toMatch(/pas une sauvegarde complète de Diapason/);
    });
    test("nothing", async () => {
      expect(await refused(() => "")).toMatch(/pas une sauvegarde complète de Diapason/);
    });
    test("cut off", async () => {
      expect(await refused((text) => text.slice(0, text.length / 2))).toMatch(
        /pas une sauvegarde complète de Diapason/,
      );
    });
    test("without its last row", async () => {
      expect(await refused((text) => text.split("\n").toSpliced(-3, 1).join("\n"))).toMatch(/somme de contrôle/);
    });
    test("changed by one letter", async () => {
      expect(await refused((text) => text.replace("Culte 17", "Culte 71"))).toMatch(/somme de contrôle/);
    });
    test("of a newer version", async () => {
      expect(await refused((text) => text.replace(/"schema":\d+/, '"schema":99'))).toMatch(/mettez Diapason à jour/);
    });
    test("made to fill the disk: a small file that unpacks to a thousand times its size", async () => {
      const table = `\n${JSON.stringify({ table: "users", columns: ["x".repeat(1000)] })}`;
      expect(await refused((text) => text.replace("\n", `${table.repeat(60_000)}\n`))).toMatch(
        /se décompresse en plus que ce qu'une sauvegarde peut être/,
      );
    });
    test("made to fill the memory: a line that does not end", async () => {
      expect(await refused((text) => text.replace("\n", `\n${" ".repeat(2_000_000)}`))).toMatch(
        /se décompresse en plus que ce qu'une sauvegarde peut être/,
      );
    });
    test("a table that is not known", async () => {
      expect(await refused((text) => text.replace('"table":"availability"', '"table":"sqlite_master"'))).toMatch(
        /table inconnue/,
      );
    });
  });
});

test("a backup is restored under a running server, and everybody signs in again", async () => {
  const server = await serverForThisTest("sqlite");
  const marie = await register(server);
  const path = join(server.environment["DATA_DIR"] ?? "", "team.jsonl.gz");
  await writeBackup(server.database, path, NOW);
  await register(server, { email: "late@example.org" });
  await restoreBackup(server.database, path);
  expect((await marie.get("/api/users")).status).toBe(401);
  const again = server.client();
  const credentials = { email: "marie@example.org", password: "secret1" };
  expect((await again.post("/api/auth/sign-in/email", credentials)).status).toBe(200);
  expect((await again.get("/api/users")).json<unknown[]>()).toHaveLength(1);
});
