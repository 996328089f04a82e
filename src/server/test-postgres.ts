import type { TestProject } from "vitest/node";
import { startPostgres } from "../../test/start-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of a PostgreSQL server without a database's name. */
    postgresUrl: string;
  }
}

/** One real PostgreSQL server for the whole run; each test server gets a database of its own in it. */
export default async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  // Nothing here outlives the run: its disk need not be waited for.
  const postgres = await startPostgres(["fsync=off"]);
  project.provide("postgresUrl", postgres.url);
  return postgres.remove;
}
