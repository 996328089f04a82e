import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MARIE, newEnvironment, register, removeData, startTestServer } from "../test-server.ts";
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
    await expect(readSecret({ authSecret: null, dataDir })).rejects.toThrow(`The secret cannot be used: ${path}`);
  });
});

test("a running server has read the secret once: sessions hold when its file is gone", async () => {
  const environment = await newEnvironment("sqlite");
  const server = await startTestServer(environment);
  const before = await register(server);
  await rm(join(environment["DATA_DIR"] ?? "", "secret"));
  const after = server.client();
  await after.post("/api/auth/sign-in/email", { email: MARIE.email, password: MARIE.password });
  const statuses = [before, after].map(async (client) => (await client.get("/api/users")).status);
  expect(await Promise.all(statuses)).toEqual([200, 200]);
  await server.stop();
  await removeData(environment);
});

test("another secret ends every session at once: what an operator does who trusts none of them any more", async () => {
  const environment = await newEnvironment("sqlite");
  const before = await startTestServer({ ...environment, AUTH_SECRET: "a-secret-of-before" });
  const { cookies } = await register(before);
  await before.stop();
  const after = await startTestServer({ ...environment, AUTH_SECRET: "another-secret-now" });
  const client = after.client();
  for (const [name, value] of cookies) client.cookies.set(name, value);
  expect((await client.get("/api/users")).status).toBe(401);
  await after.stop();
  await removeData(environment);
});
