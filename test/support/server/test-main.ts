import { sql } from "kysely";
import pino from "pino";
import { openDatabase } from "#server/database/open-database.ts";
import { loadSettings } from "#server/env.ts";
import { startServer } from "#server/server.ts";

/**
 * Starts the server like `main.ts`. The variable `SYNCHRONOUS` sets SQLite's `synchronous` level, which no setting of the
 * product can lower. With it a test can show that its own check fails when writes are not durable.
 */
const { settings, problems } = loadSettings();
if (problems !== undefined) throw new Error(problems.join("\n"));
const running = await startServer({
  settings,
  logger: pino({ level: "silent" }),
  webRoot: "no-such-page",
  version: "0",
  async openDatabase(where) {
    const database = await openDatabase(where);
    const level = process.env["SYNCHRONOUS"];
    if (level !== undefined) await sql`pragma synchronous = ${sql.raw(level)}`.execute(database.kysely);
    return database;
  },
});
process.stdout.write(`Diapason est prêt\u00a0: ${running.url}\n`);
process.on("SIGTERM", () => void running.stop());
