import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { runScript } from "#test/support/server/test-process.ts";
import { MARIE, register } from "#test/support/server/test-server.ts";
import { StartError } from "../errors.ts";
import { readSecret } from "./secret.ts";

describe("the secret that signs sessions", () => {
  let dataDir: string;
  let path: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "diapason-secret-"));
    path = join(dataDir, "secret");
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  test("is the setting where there is one, and then no file is made", async () => {
    expect(await readSecret({ authSecret: "given", dataDir })).toBe("given");
    await expect(readFile(path)).rejects.toThrow("ENOENT");
  });

  test("is made once, long and random, and read again after that", async () => {
    const secrets = await Promise.all([1, 2, 3].map(() => readSecret({ authSecret: null, dataDir })));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{64}$/);
    expect(await readSecret({ authSecret: null, dataDir })).toBe(secrets[0]);
  });

  test("is refused where it is empty, in one line that names the file", async () => {
    await writeFile(path, "\n");
    await expect(readSecret({ authSecret: null, dataDir })).rejects.toThrow(
      `Le secret est inutilisable\u00a0: ${path}`,
    );
  });

  const DRAWN = randomBytes(24).toString("base64url");

  test.each([
    ["is short", DRAWN.slice(0, 31)],
    ["is a word again and again", "secret".repeat(20)],
    ["is one character", "x".repeat(64)],
  ])("is refused where it %s: a line says what to do", async (_, weak) => {
    await writeFile(path, `${weak}\n`, { mode: 0o600 });
    await expect(readSecret({ authSecret: null, dataDir })).rejects.toThrow(
      new StartError(
        `Le secret est inutilisable\u00a0: ${path} (on peut le deviner\u00a0: supprimez-le, et le prochain démarrage en fera un autre)`,
      ),
    );
  });

  test.each([0o640, 0o604, 0o620, 0o601])(
    "is refused where its rights are %o, more than its owner's: a line says what to do",
    async (rights) => {
      await writeFile(path, DRAWN);
      await chmod(path, rights);
      await expect(readSecret({ authSecret: null, dataDir })).rejects.toThrow(
        new StartError(
          `Le secret est inutilisable\u00a0: ${path} (d'autres peuvent le lire\u00a0: supprimez-le, ou lancez chmod 600 dessus si personne ne l'a lu)`,
        ),
      );
      await chmod(path, 0o600);
      expect(await readSecret({ authSecret: null, dataDir })).toBe(DRAWN);
    },
  );

  test("that is refused ends the start: one line, exit code 1", async () => {
    await writeFile(path, DRAWN, { mode: 0o644 });
    const start = runScript("main.ts", { DATA_DIR: dataDir });
    expect(await start.end()).toBe(1);
    expect(start.output()).toBe("");
    expect(start.errors()).toMatch(/^Le secret est inutilisable\u00a0: .*d'autres peuvent le lire.*\n$/);
  });
});

test("a running server has read the secret once: sessions hold when its file is gone", async () => {
  const server = await serverForThisTest("sqlite");
  const before = await register(server);
  await rm(join(server.environment["DATA_DIR"] ?? "", "secret"));
  const after = server.client();
  await after.post("/api/auth/sign-in/email", { email: MARIE.email, password: MARIE.password });
  const statuses = [before, after].map(async (client) => (await client.get("/api/users")).status);
  expect(await Promise.all(statuses)).toEqual([200, 200]);
});

test("another secret ends every session at once: what an operator does who trusts none of them any more", async () => {
  const server = await serverForThisTest("sqlite", { settings: { AUTH_SECRET: "a-secret-of-before" } });
  const { cookies } = await register(server);
  await server.restart({ AUTH_SECRET: "another-secret-now" });
  const client = server.client(cookies);
  expect((await client.get("/api/users")).status).toBe(401);
});
