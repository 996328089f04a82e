import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import {
  canMountDisk,
  createBoundedFile,
  createFullPostgres,
  createSmallDisk,
  type FullDisk,
} from "#test/support/server/test-full-disk.ts";
import { changesSince, CONCERT, createEvent, NOON, giveAnswer } from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { runScript } from "#test/support/server/test-process.ts";
import {
  MARIE,
  register,
  settingsOf,
  signInDefaultAdmin,
  startTestServer,
  type TestClient,
  type TestServer,
} from "#test/support/server/test-server.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/open-database.ts";
import { StartError } from "./errors.ts";
import { readState } from "./planning/changes/write-change-log.ts";

const MINUTE_MS = 60_000;
/** More events than fit into the remaining space. */
const MOST_EVENTS = 1000;

const DISKS: readonly (readonly [string, () => Promise<FullDisk>])[] = [
  ["an SQLite file that cannot grow", createBoundedFile],
  ...(canMountDisk() ? [["an SQLite file on a small disk", createSmallDisk] as const] : []),
  ["PostgreSQL", createFullPostgres],
];

/** Bytes left: too little for the lock, for the index of the log, for the writes of a start; and for a command. */
const STARTS = [
  [0, "main.ts"],
  [16_384, "main.ts"],
  [38_912, "main.ts"],
  [16_384, "admin.ts"],
] as const;

test.runIf(canMountDisk())("a process that starts again on a full disk says so in one line, and ends", async () => {
  const disk = await createSmallDisk();
  const settings = { ...disk.environment, SHARING: "on" };
  const first = runScript("main.ts", settings);
  await first.ready();
  first.child.kill("SIGTERM");
  await first.end();
  for (const [left, script] of STARTS) {
    await disk.leave(left);
    const again = runScript(script, settings, script === "main.ts" ? [] : ["marie@example.org"]);
    const what = `${script} with ${left} bytes left`;
    expect([what, await again.end()]).toEqual([what, 1]);
    expect(again.errors(), what).toBe(
      "Le disque de la base de données est plein\u00a0: faites de la place, puis redémarrez\n",
    );
  }
  await disk.remove();
});

test("a start on a full disk is refused in one line", async () => {
  const disk = await createFullPostgres();
  const database = await openDatabase(settingsOf(disk.environment));
  await migrate(database);
  await disk.fill(database);
  await expect(startTestServer(disk.environment)).rejects.toThrow(
    new StartError("Le disque de la base de données est plein\u00a0: faites de la place, puis redémarrez"),
  );
  await database.close();
  await disk.remove();
});

describe.each(DISKS)("on a full disk: %s", (_, createDisk) => {
  let disk: FullDisk;
  let server: TestServer;
  let admin: TestClient;
  let member: TestClient;
  let event: PlannedEvent;
  let now = NOON;

  beforeAll(async () => {
    disk = await createDisk();
    server = await startTestServer({ ...disk.environment, SHARING: "on" }, { clock: () => now });
    admin = await signInDefaultAdmin(server);
    member = await register(server);
    event = await createEvent(admin);
    await disk.fill(server.database);
  });
  afterAll(async () => {
    await server.stop();
    await disk.remove();
  });

  async function eventIds(): Promise<string[]> {
    const answer = await admin.get("/api/events?from=2050-12-01&to=2050-12-31");
    expect(answer.status).toBe(200);
    return answer.json<PlannedEvent[] & Record<string, unknown>>().map(({ id }) => id);
  }

  /** Creates events until the disk is full. @returns the acknowledged ones */
  async function createUntilFull(): Promise<string[]> {
    const acknowledged = [event.id];
    while (acknowledged.length < MOST_EVENTS) {
      const answer = await admin.post("/api/events", { ...CONCERT, location: "x".repeat(200) });
      if (answer.status !== 201) {
        expectProblem(answer, 507, "server.disk_full");
        expect(answer.headers["retry-after"]).toBe("60");
        expect(answer.json()["detail"]).toMatch(/^Le disque du serveur est plein\u00a0: rien n'a été enregistré\./);
        return acknowledged;
      }
      acknowledged.push(answer.json<PlannedEvent & Record<string, unknown>>().id);
    }
    throw new Error("the disk was never full");
  }

  test("a write is refused with a sentence, leaves nothing behind, and takes nothing of what was acknowledged", async () => {
    const before = (await readState(server.database)).position;
    const acknowledged = await createUntilFull();
    expect((await eventIds()).toSorted()).toEqual(acknowledged.toSorted());
    const logged = await changesSince({ server }, before);
    expect(logged).toHaveLength(acknowledged.length - 1);
    expect((await readState(server.database)).position).toBe(before + logged.length);
  });

  test("what is only read goes on, and nobody is signed out", async () => {
    now = new Date(now.getTime() + 5 * MINUTE_MS);
    expect((await member.get("/api/auth/get-session")).json()).toMatchObject({ user: { email: MARIE.email } });
    expect((await member.get(`/api/events/${event.id}`)).status).toBe(200);
    expect((await member.get("/api/health")).status).toBe(200);
  });

  test("writes work again once there is room, without a restart", async () => {
    await disk.makeRoom(server.database);
    expect((await giveAnswer(member, event.id, "present")).status).toBe(200);
    const created = await createEvent(admin);
    expect(await eventIds()).toContain(created.id);
  });
});
