import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runScript, type TestProcess } from "#test/support/server/test-process.ts";
import {
  createClient,
  ENGINES,
  MARIE,
  newEmptyEnvironment,
  register,
  removeData,
  settingsOf,
  startTestServer,
} from "#test/support/server/test-server.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/open-database.ts";
import { StartError } from "./errors.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "diapason-main-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Starts the server and expects it to fail: one clear line on standard error, exit code 1, no other output. */
async function refusalOf(settings: Record<string, string>): Promise<string> {
  const start = runScript("main.ts", { DATA_DIR: join(folder, "data"), ...settings });
  expect(await start.end()).toBe(1);
  expect(start.output()).toBe("");
  return start.errors();
}

/** Registers somebody. `taken` resolves when the server has begun with the request: it asks for the body. */
function beginSignUp(
  url: string,
  email: string,
): { readonly taken: Promise<unknown>; readonly status: Promise<unknown> } {
  const headers = { origin: url, "content-type": "application/json", expect: "100-continue" };
  const sent = request(`${url}/api/auth/sign-up/email`, { method: "POST", headers, agent: false });
  sent.once("continue", () => sent.end(JSON.stringify({ ...MARIE, email })));
  const taken = once(sent, "continue");
  const status = once(sent, "response").then(([answer]: IncomingMessage[]) => answer?.resume().statusCode);
  sent.flushHeaders();
  return { taken, status };
}

test("each bad setting is said in one line", async () => {
  const lines = await refusalOf({ PORT: "many", TIME_ZONE: "Mars", DATABASE_URL: "mysql://x/y" });
  expect(lines.trimEnd().split("\n")).toEqual([
    "PORT attend un nombre de 0 à 65535",
    "DATABASE_URL attend une adresse comme postgres://utilisateur:motdepasse@machine:5432/base",
    "TIME_ZONE attend un fuseau horaire comme Europe/Paris",
  ]);
  expect(await readdir(folder)).toEqual([]);
});

test("settings are read from .env too, below the environment", async () => {
  await writeFile(join(folder, ".env"), "PORT=many\nSHARING=perhaps\n");
  const lines = await refusalOf({ CWD: folder, PORT: "0" });
  expect(lines).toBe("SHARING attend on ou off\n");
});

test("ENV_FILE is read instead of .env, and has to be there", async () => {
  await writeFile(join(folder, ".env"), "SHARING=perhaps\n");
  await writeFile(join(folder, "team.env"), "REGISTRATION=closed\n");
  const named = { CWD: folder, PORT: "0", ENV_FILE: join(folder, "team.env") };
  expect(await refusalOf(named)).toBe("REGISTRATION attend open ou invite\n");
  const missing = join(folder, "missing.env");
  expect(await refusalOf({ ...named, ENV_FILE: missing })).toBe(`Le fichier ${missing} ne peut pas être lu (ENOENT)\n`);
});

test("a port that is taken is said in one line, and the data is not touched", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" && address !== null ? String(address.port) : "";
  expect(await refusalOf({ PORT: port })).toBe(`Le port ${port} de 127.0.0.1 est déjà pris\n`);
  expect(await readdir(folder)).toEqual([]);
  other.close();
});

test("a data folder that cannot be written is said in one line", async () => {
  await writeFile(join(folder, "file"), "");
  const dataDir = join(folder, "file", "data");
  expect(await refusalOf({ DATA_DIR: dataDir })).toBe(
    `DATA_DIR\u00a0: impossible d'écrire dans ${dataDir} (ENOTDIR)\n`,
  );
});

test.runIf(process.platform === "linux")("one where the system allows no folder is said in one line too", async () => {
  const dataDir = "/proc/none/data";
  expect(await refusalOf({ DATA_DIR: dataDir })).toBe(`DATA_DIR\u00a0: impossible d'écrire dans ${dataDir} (ENOENT)\n`);
});

test("a PostgreSQL server that is not there is said in one line, without its password", async () => {
  const settings = settingsOf({ DATABASE_URL: "postgres://diapason:hush@127.0.0.1:1/diapason" });
  await expect(openDatabase(settings)).rejects.toThrow(
    new StartError("DATABASE_URL\u00a0: PostgreSQL est inutilisable à l'adresse 127.0.0.1:1 (ECONNREFUSED)"),
  );
});

async function writeDatabase(dataDir: string): Promise<string> {
  const database = await openDatabase(settingsOf({ DATA_DIR: dataDir }));
  await migrate(database);
  await database.close();
  return join(dataDir, "diapason.sqlite");
}

/** Keeps the header, which names the number of pages, but not all the pages. */
function cutOff(database: Buffer): Buffer {
  return database.subarray(0, 4096 * 3);
}

test("a database file that is none is said in one line, and left as it is", async () => {
  const path = await writeDatabase(join(folder, "data"));
  await writeFile(path, "This is no database.\n".repeat(100));
  const before = await readFile(path);
  expect(await refusalOf({})).toBe(
    `Le fichier de la base de données est inutilisable\u00a0: ${path} (SQLITE_NOTADB)\n`,
  );
  expect(await readFile(path)).toEqual(before);
  expect(await readdir(join(folder, "data"))).toEqual(["diapason.sqlite", "server.lock"]);
});

test("a database file that is cut off is refused, and left as it is", async () => {
  const dataDir = join(folder, "data");
  const path = await writeDatabase(dataDir);
  await writeFile(path, cutOff(await readFile(path)));
  const before = await readFile(path);
  await expect(openDatabase(settingsOf({ DATA_DIR: dataDir }))).rejects.toThrow(
    new StartError(`Le fichier de la base de données est inutilisable\u00a0: ${path} (SQLITE_CORRUPT)`),
  );
  expect(await readFile(path)).toEqual(before);
  expect(await readdir(dataDir)).toEqual(["diapason.sqlite"]);
});

describe.each(ENGINES)("a process on %s", (engine) => {
  let environment: Record<string, string>;
  const processes: TestProcess[] = [];

  beforeEach(async () => {
    environment = await newEmptyEnvironment(engine);
  });
  afterEach(async () => {
    await Promise.all(
      processes.splice(0).map((running) => {
        running.child.kill("SIGKILL");
        return running.end();
      }),
    );
    await removeData(environment);
  });

  function start(): TestProcess {
    const running = runScript("main.ts", environment);
    processes.push(running);
    return running;
  }

  // On an SQLite file a second server is refused: see sqlite-held.test.ts.
  test.runIf(engine === "postgres")(
    "two that start at once on an empty database both answer, and know each other's sessions",
    async () => {
      const urls = await Promise.all([start(), start()].map((running) => running.ready()));
      const [one = "", two = ""] = urls;
      const client = createClient(one);
      expect((await client.post("/api/auth/sign-up/email", MARIE)).status).toBe(201);
      const other = createClient(two);
      for (const [name, value] of client.cookies) other.cookies.set(name, value);
      expect((await other.get("/api/users")).status).toBe(200);
    },
  );

  test("that is asked to stop answers what is in flight, and exits with 0", async () => {
    const running = start();
    const url = await running.ready();
    const signUps = Array.from({ length: 8 }, (_, number) => beginSignUp(url, `late-${number}@example.org`));
    await Promise.all(signUps.map(({ taken }) => taken));
    running.child.kill("SIGTERM");
    const statuses = await Promise.all(signUps.map(({ status }) => status));
    expect(statuses).toEqual(signUps.map(() => 201));
    expect(await running.end()).toBe(0);
    // Checked by its code: if localhost has two addresses, the error has no message.
    await expect(createClient(url).get("/api/health")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("npm run admin promotes an account while a server runs", async () => {
    const server = await startTestServer(environment);
    const client = await register(server);
    const command = runScript("admin.ts", environment, ["Marie@Example.org"]);
    expect(await command.end()).toBe(0);
    expect(command.output()).toBe("marie@example.org est maintenant administrateur.\n");
    expect((await client.get("/api/auth/get-session")).json()).toMatchObject({ user: { isAdmin: true } });
    await server.stop();
  });

  test("npm run admin makes a link that creates one admin account, once, for that e-mail", async () => {
    const server = await startTestServer(environment);
    const settings = { ...environment, BASE_URL: "https://planning.example.org" };
    const command = runScript("admin.ts", settings, [MARIE.email]);
    expect(await command.end()).toBe(0);
    const link = /https:\/\/planning\.example\.org\/register\?invitation=(\S+)/;
    const [, invitation = ""] = link.exec(command.output()) ?? [];
    const signUp = (body: object) => server.client().post("/api/auth/sign-up/email", { ...MARIE, ...body });
    const foreign = await signUp({ email: "eve@example.org", invitation });
    expect(foreign.json()).toMatchObject({ status: 403, code: "invitation.invalid" });
    expect((await signUp({ invitation: `${invitation}x` })).status).toBe(403);
    const invited = await signUp({ invitation });
    expect(invited.json()).toMatchObject({ user: { email: MARIE.email, isAdmin: true } });
    expect((await signUp({ invitation })).status).toBe(409);
    await server.stop();
  });
});

test.each([
  ["admin.ts", "npm run admin -- EMAIL"],
  ["restore.ts", "npm run restore -- FILE"],
])("%s says how it is used", async (script, usage) => {
  const command = runScript(script, { DATA_DIR: join(folder, "data") });
  expect(await command.end()).toBe(1);
  expect(command.errors()).toBe(`Usage\u00a0: ${usage}\n`);
});

test.each(["admin", "backup", "doctor", "export", "mail-test", "restore", "users"])(
  "npm run %s -- --help says how it is used, also with wrong settings",
  async (name) => {
    const command = runScript(`${name}.ts`, { DATA_DIR: join(folder, "data"), PORT: "many" }, ["--help"]);
    expect([await command.end(), command.errors()]).toEqual([0, ""]);
    expect(command.output()).toMatch(new RegExp(`^Usage\u00a0: npm run ${name}\\b`));
  },
);

test("a command that makes a new database says so: it may have been run in another folder than the team's", async () => {
  const settings = { DATA_DIR: join(folder, "data") };
  const note =
    /^Remarque\u00a0: il n'y avait pas de base de données dans .*data, celle-ci est donc neuve et vide\. .+\n$/;
  for (const errors of [expect.stringMatching(note), ""]) {
    const command = runScript("users.ts", settings, ["list"]);
    expect([await command.end(), command.errors()]).toEqual([0, errors]);
  }
});

test("npm run backup writes a file that npm run restore takes, and what it replaces is kept too", async () => {
  const settings = { DATA_DIR: join(folder, "data") };
  const file = join(folder, "team.jsonl.gz");
  const backup = runScript("backup.ts", settings, [file]);
  expect(await backup.end()).toBe(0);
  expect(backup.output()).toBe(`La sauvegarde est dans ${file}\n`);
  const restore = runScript("restore.ts", settings, [file]);
  expect(await restore.end()).toBe(0);
  expect(restore.output()).toContain("Restauré.");
  const database = await openDatabase(settingsOf(settings));
  const [act] = await database.kysely.selectFrom("admin_act").select("act").execute();
  expect(JSON.parse(act?.act ?? "")).toEqual({ type: "backup.restored", madeAt: expect.any(String) });
  await database.close();
  expect(await readdir(join(folder, "data", "backups"))).toEqual([
    expect.stringMatching(/^before-restore-[\dT-]+Z\.jsonl\.gz$/),
  ]);
});

test("npm run restore refuses what is no backup, in one line", async () => {
  const file = join(folder, "letter.txt");
  await writeFile(file, "Bonjour");
  const restore = runScript("restore.ts", { DATA_DIR: join(folder, "data") }, [file]);
  expect(await restore.end()).toBe(1);
  expect(restore.errors()).toMatch(/^Ce n'est pas une sauvegarde complète de Diapason\u00a0: .*\n$/);
});

test("npm run backup -- --automatic=MOMENT names its file after the moment, and takes nothing else for one", async () => {
  const backup = (moment: string) =>
    runScript("backup.ts", { DATA_DIR: join(folder, "data") }, [`--automatic=${moment}`]).end();
  expect([await backup("2026-11-22T09:30:00.000Z"), await backup("soon")]).toEqual([0, 1]);
  expect(await readdir(join(folder, "data", "backups"))).toEqual(["automatic-2026-11-22T09-30-00Z.jsonl.gz"]);
});

test("npm run admin takes e-mail addresses only", async () => {
  const command = runScript("admin.ts", { DATA_DIR: join(folder, "data") }, ["marie"]);
  expect(await command.end()).toBe(1);
  expect(command.errors()).toBe("Ce n'est pas une adresse e-mail\u00a0: marie\n");
});
