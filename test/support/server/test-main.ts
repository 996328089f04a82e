import { sql } from "kysely";
import pino from "pino";
import { openDatabase } from "./database/open-database.ts";
import { loadSettings } from "./env.ts";
import { startServer } from "./server.ts";

/**
 * The server as `main.ts` starts it, with SQLite's synchronisation turned down when `SYNCHRONOUS` says so: what no
 * setting of the product can do, so that a test can see its own check fail.
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
process.stdout.write(`Diapason is ready: ${running.url}\n`);
process.on("SIGTERM", () => void running.stop());
