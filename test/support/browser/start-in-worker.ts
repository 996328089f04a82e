import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import type { Database } from "#server/database/database.ts";
import type { PushReach } from "#server/notifications/push/push-request.ts";
// Before the server is loaded: hashing at full cost would take as long as a page's load.
import "../process/hash-cheaply.ts";
import { memoryFolder } from "../process/memory-folder.ts";
import { copyMigratedFile } from "../sqlite/migrated-folder.ts";
import type * as entry from "./server-entry.ts";

const ROOT = join(import.meta.dirname, "../../..");
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };

/** The built product, owned by a test. */
export interface RunningProduct {
  readonly url: string;
  readonly dataDir: string;
  /** Ends its connections, and removes its data folder. */
  readonly stop: () => Promise<unknown>;
}

/** Replacements for parts of the product. They need a server in the process of the test. */
interface OwnParts {
  readonly clock?: () => Date;
  readonly pushReach?: PushReach;
}

interface ProductInWorker extends RunningProduct {
  readonly database: Database;
  /** Makes the server look for due jobs, after the clock of the test was moved. */
  readonly wake: () => void;
}

/**
 * Starts the built server in the process of the test, on a free port with an empty data folder. This takes a tenth of the
 * time of a separate process. The tables exist already, and passwords are hashed cheaply. Signals and the daily backup
 * are missing, because only a process has them.
 */
export async function startInWorker(
  settings: Record<string, string>,
  ownParts: OwnParts = {},
): Promise<ProductInWorker> {
  const { createPageRenderer, openDatabase, readSettings, startServer } = (await import(
    join(process.env["SERVER_IN_TESTS"] ?? "", "server.js")
  )) as typeof entry;
  const dataDir = await mkdtemp(join(memoryFolder(), "diapason-"));
  await copyMigratedFile(join(process.env["SERVER_IN_TESTS"] ?? "", "migrated"), dataDir);
  const read = readSettings({ PORT: "0", DATA_DIR: dataDir, ...settings });
  if (read.problems !== undefined) throw new Error(read.problems.join("\n"));
  const logger = pino({ level: "silent" });
  const webRoot = join(ROOT, "dist/client");
  const opened: Database[] = [];
  const { baseUrl, wake, stop } = await startServer({
    settings: read.settings,
    logger,
    webRoot,
    renderPage: createPageRenderer(join(ROOT, "dist/server/rendering/render-page.js")),
    version,
    async openDatabase(of) {
      const database = await openDatabase(of);
      opened.push(database);
      return database;
    },
    ...ownParts,
  });
  const [database] = opened;
  if (database === undefined) throw new Error("no database");
  let stopped: Promise<void> | null = null;
  return {
    url: baseUrl,
    dataDir,
    database,
    wake,
    async stop() {
      stopped ??= stop();
      await stopped;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
