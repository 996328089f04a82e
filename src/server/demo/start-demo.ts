import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderOfNoDemo } from "#text/commands/start-lines.ts";
import { prepareDataDir } from "../database/data-dir.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { outboxFolder } from "../mail/outbox-transport.ts";
import { type RunningServer, type ServerDependencies, startServer } from "../server.ts";
import { createDemoRules } from "./demo-rules.ts";
import { replaceByDemo } from "./write-demo.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Calls `act` at each full hour of the clock `now`. Returns a function that stops it. */
export function eachHour(act: () => void, now: () => number = Date.now): () => void {
  let timer: NodeJS.Timeout;
  function wait(): void {
    timer = setTimeout(
      () => {
        wait();
        act();
      },
      HOUR_MS - (now() % HOUR_MS),
    );
  }
  wait();
  return () => clearTimeout(timer);
}

/** The file that marks the folder as a demo's. */
const MARK = "DEMO.txt";
const MARK_TEXT = "`diapason demo` replaces everything in this folder, at each start and each hour.\n";
const OWNER_ONLY_FILE = 0o600;

/**
 * Creates the folder and marks it as a demo's.
 * @throws StartError when it is not marked and holds any file: that could be a team's planning
 */
async function prepareDemoFolder(folder: string): Promise<void> {
  await prepareDataDir(folder);
  const names = await readdir(folder);
  if (names.includes(MARK)) return;
  if (names.length > 0) throw new StartError(folderOfNoDemo(folder));
  await writeFile(join(folder, MARK), MARK_TEXT, { mode: OWNER_ONLY_FILE });
}

interface DemoDependencies extends Omit<ServerDependencies, "openDatabase" | "demo"> {
  /** How many bytes visitors may write before the demo is reset. */
  readonly mostBytes?: number;
}

export interface RunningDemo extends Pick<RunningServer, "baseUrl" | "stop"> {
  /** Resets the demo now. Open pages then reload all data. */
  readonly reset: () => Promise<void>;
}

const OWNER_ONLY_FOLDER = 0o700;

const MOST_BYTES = 64 * 1024 * 1024;
/** An upper limit for the file of one mail. */
const MAIL_BYTES = 16 * 1024;

/** The demo listens where a team's server with these settings would. Its data, secret and mails are its own. */
function demoSettings(settings: Settings): Settings {
  return {
    ...settings,
    dataDir: join(settings.dataDir, "demo"),
    databaseUrl: null,
    authSecret: null,
    mailUrl: null,
    defaultAdmin: { ...settings.defaultAdmin, isOn: false, isChosen: false },
    registration: "invite",
    isSharedFromStart: true,
  };
}

/** Deletes all mails. The folder is renamed first, because a folder into which mails are being written cannot be removed. */
async function deleteMails(dataDir: string): Promise<void> {
  const outbox = outboxFolder(dataDir);
  const former = `${outbox}.former`;
  await rm(former, { recursive: true, force: true });
  await mkdir(outbox, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await rename(outbox, former);
  await rm(former, { recursive: true });
}

/** Starts a server with the planning of an invented team, and resets it at each full hour. */
export async function startDemo(dependencies: DemoDependencies): Promise<RunningDemo> {
  const { logger, clock = () => new Date(), mostBytes = MOST_BYTES, ...rest } = dependencies;
  const settings = demoSettings(dependencies.settings);
  const { dataDir, timeZone } = settings;
  await prepareDemoFolder(dataDir);
  const openedDatabase = Promise.withResolvers<Database>();

  async function replaceData(database: Database): Promise<void> {
    await replaceByDemo(database, { now: clock(), timeZone });
    await deleteMails(dataDir);
  }

  /** Opens the database and writes the demo into it. The server calls this before it accepts requests. */
  async function openWithDemo(): Promise<Database> {
    const database = await openDatabase(settings);
    try {
      await migrate(database);
      await replaceData(database);
    } catch (error) {
      await database.close();
      throw error;
    }
    openedDatabase.resolve(database);
    return database;
  }

  const demo = createDemoRules(resetBeforeWrite);
  const running = await startServer({ ...rest, settings, logger, clock, openDatabase: openWithDemo, demo });

  async function reset(): Promise<void> {
    try {
      await replaceData(await openedDatabase.promise);
      await running.reloadPages();
      logger.info("the demo began again");
    } catch (error) {
      logger.error({ error: String(error) }, "the demo could not begin again");
    }
  }

  // Resets run one after the other: each waits for the one before.
  let lastReset = Promise.resolve();
  const queueReset = () => (lastReset = lastReset.then(reset));

  async function isFull(): Promise<boolean> {
    const mails = await readdir(outboxFolder(dataDir)).catch(() => []);
    const database = await openedDatabase.promise;
    return (await database.readSize()) + mails.length * MAIL_BYTES > mostBytes;
  }

  async function resetIfFull(): Promise<void> {
    if (await isFull()) await reset();
  }

  /** Resets a full demo before the next hour. Of concurrent writes, only the first resets it: then it is no longer full. */
  async function resetBeforeWrite(): Promise<void> {
    if (await isFull()) await (lastReset = lastReset.then(resetIfFull));
  }

  const stopResets = eachHour(
    () => void queueReset(),
    () => clock().getTime(),
  );
  return {
    baseUrl: running.baseUrl,
    reset: queueReset,
    async stop() {
      stopResets();
      await lastReset;
      await running.stop();
    },
  };
}
