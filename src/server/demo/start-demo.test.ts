import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OWN_SESSIONS_MAX, type Session } from "#contract/sign-in/sessions.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import {
  createClient,
  newEmptyEnvironment,
  register,
  removeData,
  settingsOf,
  startTestServer,
  type TestClient,
} from "#test/support/server/test-server.ts";
import { openStream } from "#test/support/server/test-stream.ts";
import { DEMO_VISITORS } from "#text/demo/demo-team.ts";
import { StartError } from "../errors.ts";
import { demoEmail, VISITOR_IDS } from "./demo-ids.ts";
import { type RunningDemo, startDemo } from "./start-demo.ts";

const NOW = new Date("2026-11-20T11:20:00.000Z");
const LEADER = demoEmail(DEMO_VISITORS.leader);
const MUSICIAN = demoEmail(DEMO_VISITORS.musician);
const EVENT = { groupId: "1", name: "Grossièreté", date: "2026-11-27", time: "20:00", location: "Ici" };

let environment: Record<string, string>;
let demo: RunningDemo | undefined;
let log: string[];

beforeEach(async () => {
  environment = await newEmptyEnvironment("sqlite");
  log = [];
});
afterEach(async () => {
  await demo?.stop();
  demo = undefined;
  await removeData(environment);
});

async function start(settings: Record<string, string> = {}, bounds: { mostBytes?: number } = {}): Promise<RunningDemo> {
  demo = await startDemo({
    ...bounds,
    settings: settingsOf({ ...environment, ...settings }),
    logger: pino({ base: null }, { write: (line: string) => void log.push(line) }),
    webRoot: join(tmpdir(), "diapason-no-such-page"),
    version: "1.2.3",
    clock: () => NOW,
  });
  return demo;
}

/** A visitor's network, behind the proxy on this machine. */
interface From {
  readonly password?: string;
  readonly from?: string;
}

async function enter({ baseUrl }: RunningDemo, email: string, { password = "any", from }: From = {}) {
  const client = createClient(baseUrl);
  const headers = from === undefined ? {} : { "x-forwarded-for": from };
  const answer = await client.post("/api/auth/sign-in/email", { email, password, rememberMe: true }, headers);
  expect(answer.status).toBe(200);
  return client;
}

async function sessionOf(client: TestClient): Promise<Session | null> {
  return (await client.get("/api/auth/get-session")).json<Session & Record<string, unknown>>();
}

async function namesOfEvents(client: TestClient): Promise<string[]> {
  const answer = await client.get("/api/events?group=1&from=2026-11-20&to=2026-12-20");
  return answer.json<{ name: string }[] & Record<string, unknown>>().map(({ name }) => name);
}

function demoFolder(): string {
  return join(environment["DATA_DIR"] ?? "", "demo");
}

const MEGABYTE = 1024 * 1024;

/** The database with its log. */
async function bytesOnDisk(): Promise<number> {
  const names = (await readdir(demoFolder())).filter((name) => name.startsWith("diapason.sqlite"));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(demoFolder(), name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Writes half a megabyte, as a visitor can. */
async function fill(client: TestClient): Promise<void> {
  const event = { ...EVENT, details: "é".repeat(1000), every: "week", until: "2027-11-26" };
  for (let series = 0; series < 2; series += 1) {
    expect((await client.post("/api/event-series", event)).status).toBe(201);
  }
}

describe("a demo", () => {
  test("lets everybody in as a leader and as a musician, whatever the password, and as nobody else", async () => {
    const running = await start();
    for (const password of ["a", "b"]) {
      expect((await sessionOf(await enter(running, LEADER, { password })))?.user.isAdmin).toBe(true);
      expect((await sessionOf(await enter(running, MUSICIAN, { password })))?.user.isAdmin).toBe(false);
    }
    const other = { email: demoEmail("Paul"), password: "demonstration" };
    expectProblem(
      await createClient(running.baseUrl).post("/api/auth/sign-in/email", other),
      401,
      "account.wrong_password",
    );
  });

  test("is not closed to visitors by many who come at once", async () => {
    const running = await start();
    for (let visitor = 0; visitor < 70; visitor += 1) await enter(running, MUSICIAN, { password: `try ${visitor}` });
    expect(await sessionOf(await enter(running, MUSICIAN))).not.toBeNull();
  });

  test("signs nobody out, however often somebody else enters", async () => {
    const running = await start({ TRUSTED_PROXY: "127.0.0.1" });
    const first = await enter(running, MUSICIAN, { from: "192.0.2.1" });
    const others = [];
    for (let visitor = 0; visitor < OWN_SESSIONS_MAX + 1; visitor += 1) {
      others.push(await enter(running, MUSICIAN, { from: "192.0.2.2" }));
    }
    expect(await sessionOf(first)).not.toBeNull();
    const kept = (await Promise.all(others.map(sessionOf))).filter((session) => session !== null);
    expect(kept).toHaveLength(OWN_SESSIONS_MAX);
  });

  test("ends nobody's stream, however many somebody else opens", async () => {
    const running = await start();
    const follow = async (client: TestClient) => openStream(running.baseUrl, client, "/api/changes");
    const first = await follow(await enter(running, MUSICIAN));
    const second = await enter(running, MUSICIAN);
    const others = [];
    for (let opened = 0; opened < 21; opened += 1) others.push(await follow(second));
    await others[0]?.ended;
    await running.reset();
    expect((await first.find(({ event }) => event !== "ready" && event !== "beat")).event).toBe("reload");
  });

  test("takes back what a visitor gave another one, also where that one is signed in", async () => {
    const running = await start();
    const leader = await enter(running, LEADER);
    const musician = await enter(running, MUSICIAN);
    expect((await leader.post("/api/users/admins", { email: MUSICIAN })).status).toBe(200);
    expect((await sessionOf(musician))?.user.isAdmin).toBe(true);
    await running.reset();
    expect((await sessionOf(musician))?.user.isAdmin).toBe(false);
  });

  test("begins again: what visitors wrote is gone, and they stay signed in", async () => {
    const running = await start();
    const leader = await enter(running, LEADER);
    const before = await namesOfEvents(leader);
    expect((await leader.post("/api/events", EVENT)).status).toBe(201);
    await leader.send("PATCH", "/api/users/me", { body: { firstName: "X", lastName: "Y", positions: ["Sono"] } });
    expect(await namesOfEvents(leader)).toContain(EVENT.name);
    await running.reset();
    expect(await namesOfEvents(leader)).toEqual(before);
    expect((await sessionOf(leader))?.user.firstName).toBe(DEMO_VISITORS.leader);
  });

  test("signs out whoever registered by its invitation link when it begins again", async () => {
    const running = await start();
    const form = {
      firstName: "Ève",
      lastName: "Leroy",
      positions: ["Voix"],
      email: "eve@example.org",
      password: "secret1",
    };
    expectProblem(
      await createClient(running.baseUrl).post("/api/auth/sign-up/email", form),
      403,
      "registration.closed",
    );
    const leader = await enter(running, LEADER);
    const { link } = (await leader.get("/api/invitation")).json<{ link: string }>();
    const invitation = new URL(link).searchParams.get("invitation");
    const stranger = createClient(running.baseUrl);
    expect((await stranger.post("/api/auth/sign-up/email", { ...form, invitation })).status).toBe(201);
    await running.reset();
    expect(await sessionOf(stranger)).toBeNull();
    expect((await leader.get("/api/users")).text).not.toContain("Leroy");
  });

  test("refuses what would lock other visitors out or show them to each other", async () => {
    const running = await start();
    const leader = await enter(running, LEADER);
    const [leaderId = "", musicianId = ""] = VISITOR_IDS;
    const calls = [
      ["POST", "/api/auth/change-password"],
      ["POST", "/api/auth/reset-password"],
      ["POST", `/api/users/${musicianId}/password-reset`],
      ["GET", "/api/auth/sessions"],
      ["DELETE", "/api/auth/sessions"],
      ["DELETE", "/api/auth/sessions/any"],
      ["POST", "/api/users/me/passkeys/challenge"],
      ["POST", "/api/users/me/passkeys"],
      ["GET", "/api/users/me/data"],
      ["POST", "/api/users/me/deletion"],
      ["POST", "/api/push-subscriptions"],
      ["DELETE", `/api/users/${musicianId}`],
      ["DELETE", `/api/users/admins/${leaderId}`],
      ["POST", "/api/sharing"],
      ["POST", "/api/sharing/additions"],
    ] as const;
    for (const [method, path] of calls) {
      // Only a demo refuses them so: the API's document, to which clients of tests keep, does not list it.
      const cookie = [...leader.cookies].map((pair) => pair.join("=")).join("; ");
      const sent = method === "POST" ? { headers: { cookie, "content-type": "application/json" }, body: "{}" } : {};
      const answer = await fetch(running.baseUrl + path, { method, headers: { cookie }, ...sent });
      expect(await answer.json()).toMatchObject({ status: 403, code: "account.built_in" });
    }
    expect(await sessionOf(leader)).not.toBeNull();
  });

  test("gives the disk back what visitors filled when it begins again", async () => {
    const running = await start();
    const leader = await enter(running, LEADER);
    const before = await bytesOnDisk();
    for (let group = 0; group < 3; group += 1) await fill(leader);
    expect(await bytesOnDisk()).toBeGreaterThan(before + MEGABYTE);
    await running.reset();
    expect(await bytesOnDisk()).toBeLessThan(before + MEGABYTE / 4);
    expect(await sessionOf(leader)).not.toBeNull();
  });

  test("begins again before its hour when visitors have filled it", async () => {
    const running = await start({}, { mostBytes: 3 * MEGABYTE });
    const leader = await enter(running, LEADER);
    for (let group = 0; group < 16; group += 1) await fill(leader);
    expect(log.some((line) => line.includes("the demo began again"))).toBe(true);
    expect(await bytesOnDisk()).toBeLessThan(6 * MEGABYTE);
    expect(await sessionOf(leader)).not.toBeNull();
  });

  test("begins again before its hour when visitors made it write many mails", async () => {
    const running = await start();
    const leader = await enter(running, LEADER);
    const outbox = join(demoFolder(), "outbox");
    await mkdir(outbox, { recursive: true });
    for (let mail = 0; mail < 4096; mail += 1) await writeFile(join(outbox, `${mail}.eml`), "");
    const calls = Array.from({ length: 4 }, () => leader.post("/api/events", EVENT));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await readdir(demoFolder())).not.toContain("outbox");
    expect(log.filter((line) => line.includes("the demo began again"))).toHaveLength(1);
  });

  test("is closed to nobody by wrong passwords and passkeys from the same network", async () => {
    const running = await start();
    const vandal = createClient(running.baseUrl);
    for (let count = 0; count < 110; count += 1) {
      await vandal.post("/api/auth/sign-in/email", { email: `nobody${count}@example.org`, password: "x" });
    }
    expect(await sessionOf(await enter(running, MUSICIAN))).not.toBeNull();
  });

  test("sends no mail, though a mail server is set, and forgets what it would have sent", async () => {
    const running = await start({ MAIL_URL: "smtp://127.0.0.1:9" });
    const answer = await createClient(running.baseUrl).post("/api/auth/request-password-reset", { email: LEADER });
    expect(answer.status).toBe(200);
    const outbox = join(demoFolder(), "outbox");
    await expect.poll(async () => (await readdir(outbox).catch(() => [])).length).toBe(1);
    await running.reset();
    expect(await readdir(demoFolder())).not.toContain("outbox");
  });

  test("begins again while mails are being written", async () => {
    const running = await start();
    const outbox = join(demoFolder(), "outbox");
    const over = new AbortController();
    async function writeMails(): Promise<void> {
      for (let count = 0; !over.signal.aborted; count += 1) {
        // The folder may go at any moment.
        await mkdir(outbox, { recursive: true }).catch(() => undefined);
        await writeFile(join(outbox, `${count}.eml`), "").catch(() => undefined);
      }
    }
    const writing = writeMails();
    for (let round = 0; round < 3; round += 1) await running.reset();
    over.abort();
    await writing;
    expect(log.filter((line) => line.includes("the demo began again"))).toHaveLength(3);
  });

  test("offers no built-in admin, and serves a public address", async () => {
    const running = await start({ HOST: "127.0.0.1", BASE_URL: "https://demo.example.org", DEFAULT_ADMIN: "on" });
    expect(running.baseUrl).toBe("https://demo.example.org");
    expect(log.join("")).not.toContain("built-in");
  });

  test("uses no database of a team, though one is set", async () => {
    const running = await start({ DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" });
    expect(await readdir(demoFolder())).toContain("diapason.sqlite");
    expect(await sessionOf(await enter(running, LEADER))).not.toBeNull();
  });

  test("starts again in its own folder, as of today", async () => {
    const first = await start();
    const leader = await enter(first, LEADER);
    await leader.post("/api/events", EVENT);
    await first.stop();
    expect(await namesOfEvents(await enter(await start(), LEADER))).not.toContain(EVENT.name);
  });
});

test("a demo takes the place of no planning: a folder with anything else in it stays as it is", async () => {
  const server = await startTestServer({ DATA_DIR: demoFolder() });
  await register(server);
  await server.stop();
  const file = join(demoFolder(), "diapason.sqlite");
  const before = await readFile(file);
  await expect(start()).rejects.toThrow(StartError);
  expect(await readFile(file)).toEqual(before);
});

test("nor of a file that somebody put there", async () => {
  await mkdir(demoFolder(), { recursive: true });
  await writeFile(join(demoFolder(), "notes.txt"), "mine");
  await expect(start()).rejects.toThrow(/contient des données qui ne viennent d'aucune démonstration/);
  expect(await readdir(demoFolder())).toEqual(["notes.txt"]);
});

test("a team's data beside a demo's are not touched", async () => {
  const server = await startTestServer(environment);
  await register(server);
  await server.stop();
  const file = join(environment["DATA_DIR"] ?? "", "diapason.sqlite");
  const before = await readFile(file);
  const running = await start();
  await running.reset();
  expect(await readFile(file)).toEqual(before);
});
