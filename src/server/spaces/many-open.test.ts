import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { mentions, renameGroup, startOf } from "#test/support/server/test-live.ts";
import { runCommand } from "#test/support/server/test-process.ts";
import { createClient, MARIE, newEmptyEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import { spacesForThisTest } from "#test/support/server/test-spaces.ts";
import { openStream } from "#test/support/server/test-stream.ts";
import { migrate } from "../database/migrate.ts";
import { openRegister } from "../database/register/register.ts";
import { sqlitePath } from "../database/sqlite/sqlite-path.ts";
import { openSqlite } from "../database/sqlite/sqlite.ts";
import { createSpace } from "./create-space.ts";
import { spaceFolder } from "./space-settings.ts";

const SPACES = 401;
const HANDLES = 1024;
const ASKED_AT_ONCE = 8;
/** Each of the spaces is opened; a machine that is busy with other tests takes ten times as long. */
const TIMEOUT_MS = 300_000;

test("beyond SPACES_OPEN those with a stream stay, even where they alone are too many, and no request is refused", async () => {
  const spaces = await spacesForThisTest({ settings: { SPACES_OPEN: "2" } });
  const { host } = new URL(spaces.baseUrl);
  const followed = [];
  for (const slug of ["chorale", "fanfare", "quatuor"]) {
    const admin = await spaces.createWithAdmin(slug);
    const stream = await openStream(spaces.url, admin, "/api/changes", { host: `${slug}.${host}` });
    await startOf(stream);
    followed.push({ slug, admin, stream });
  }
  for (const slug of ["orgue", "harpe"]) {
    await spaces.create(slug);
    expect((await spaces.clientOf(slug).get("/api/health")).status).toBe(200);
  }
  await expect.poll(spaces.countOpen).toBe(3);
  for (const { slug, admin, stream } of followed) {
    await renameGroup(admin, `Groupe de ${slug}`);
    await stream.find(mentions(`Groupe de ${slug}`));
    stream.leave();
  }
});

test("a second server on the same spaces is refused in one sentence, and the first one goes on", async () => {
  const spaces = await spacesForThisTest();
  const marie = await spaces.createWithAdmin("chorale");
  const sentence = `DATA_DIR\u00a0: un autre Diapason utilise déjà ${spaces.environment["DATA_DIR"]}`;
  await expect(spaces.restart()).rejects.toThrow(sentence);
  expect((await marie.get("/api/users")).status).toBe(200);
});

/** Registers spaces whose databases are copies of one, which takes less time than making each. */
async function createMany(environment: Record<string, string>, slugs: readonly string[]): Promise<void> {
  const { dataDir } = settingsOf(environment);
  const model = join(dataDir, "model");
  const database = await openSqlite(model);
  await migrate(database);
  await database.close();
  const register = await openRegister(settingsOf(environment));
  for (const slug of slugs) {
    await createSpace(register, { slug, name: slug, email: MARIE.email }, new Date());
    await mkdir(spaceFolder(dataDir, slug), { recursive: true });
    await copyFile(sqlitePath(model), sqlitePath(spaceFolder(dataDir, slug)));
  }
  await register.close();
}

test(
  "with 1,024 handles and 200 open spaces, twice as many are asked in turn, and none is refused",
  { timeout: TIMEOUT_MS },
  async () => {
    const environment: Record<string, string> = {
      ...(await newEmptyEnvironment("sqlite")),
      SPACES: "on",
      SPACES_OPEN: "200",
    };
    onTestFinished(() => removeData(environment));
    const slugs = Array.from({ length: SPACES }, (_, index) => `espace-${index}`);
    await createMany(environment, slugs);
    const command = [process.execPath, join(inject("serverFolder"), "main.js")];
    const server = runCommand(["bash", "-c", `ulimit -n ${HANDLES}; exec "$@"`, "bash", ...command], environment);
    onTestFinished(async () => {
      server.child.kill("SIGKILL");
      await server.end();
    });
    const url = await server.ready();
    // Connections are handles, too.
    const client = createClient(url, [], false);
    const refused: unknown[] = [];
    let most = 0;
    const waiting = [...slugs];

    async function askInTurn(): Promise<void> {
      for (let slug = waiting.shift(); slug !== undefined; slug = waiting.shift()) {
        const { status } = await client.get("/api/health", { host: `${slug}.${new URL(url).host}` });
        if (status !== 200) refused.push([slug, status]);
        most = Math.max(most, (await readdir(`/proc/${server.child.pid}/fd`)).length);
      }
    }

    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, askInTurn));
    expect(refused).toEqual([]);
    // Of each open space its file and its log, at least.
    expect(most).toBeGreaterThan(400);
    expect(most).toBeLessThan(HANDLES);
    server.child.kill("SIGTERM");
    expect(await server.end()).toBe(0);
  },
);
