import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { RenderPage } from "#contract/visit/visit-data.ts";
import { folderOfNoDemo } from "#text/commands/start-lines.ts";
import { prepareDataDir } from "../database/data-dir.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { outboxFolder } from "../mail/outbox-carrier.ts";
import { type RunningServer, startServer } from "../server.ts";
import { createDemoRules } from "./demo-rules.ts";
import { replaceByDemo } from "./write-demo.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Calls `act` at each full hour, with the milliseconds of `now`. Returns a function that stops it. */
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

const MARK = "DEMO.txt";
const MARK_TEXT = "`diapason demo` replaces everything in this folder, at each start and each hour.\n";
const OWNER_ONLY_FILE = 0o600;

/**
 * Ensures that the folder exists and is a demo's: new, empty, or marked by an earlier demo.
 * @throws StartError when it holds anything else, which could be a team's planning
 */
async function prepareDemoFolder(folder: string): Promise<void> {
  await prepareDataDir(folder);
  const names = await readdir(folder);
  if (names.includes(MARK)) return;
  if (names.length > 0) {
    throw new StartError(folderOfNoDemo(folder));
  }
  await writeFile(join(folder, MARK), MARK_TEXT, { mode: OWNER_ONLY_FILE });
}

interface DemoDependencies {
  /** Those of a team's server in the same place. */
  readonly settings: Settings;
  readonly logger: Logger;
  readonly webRoot: string;
  readonly renderPage?: RenderPage;
  readonly version: string;
  readonly clock?: () => Date;
  /** How much visitors may write before the demo begins again. */
  readonly mostBytes?: number;
}

export interface RunningDemo extends Pick<RunningServer, "baseUrl" | "stop"> {
  /** Begins again now, also under open pages. */
  readonly reset: () => Promise<void>;
}

const OWNER_ONLY_FOLDER = 0o700;

const MOST_BYTES = 64 * 1024 * 1024;
/** More than a mail has, which is written into a file of its own. */
const BYTES_OF_MAIL = 16 * 1024;

/** Where it listens is as set. Its data, its secret and its mails are its own: nothing of them reaches a team. */
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

/** Moved away first: a folder in which mails are being written cannot be removed. */
async function forgetMails(dataDir: string): Promise<void> {
  const outbox = outboxFolder(dataDir);
  const former = `${outbox}.former`;
  await rm(former, { recursive: true, force: true });
  await mkdir(outbox, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await rename(outbox, former);
  await rm(former, { recursive: true });
}

/** Starts a server whose planning is that of an invented team, and that begins again at each full hour. */
export async function startDemo(dependencies: DemoDependencies): Promise<RunningDemo> {
  const { logger, clock = () => new Date(), mostBytes = MOST_BYTES, ...rest } = dependencies;
  const settings = demoSettings(dependencies.settings);
  const { dataDir, timeZone } = settings;
  await prepareDemoFolder(dataDir);
  const opened = Promise.withResolvers<Database>();

  async function begin(database: Database): Promise<void> {
    await replaceByDemo(database, { now: clock(), timeZone });
    await forgetMails(dataDir);
  }

  /** Before the first request is answered. */
  async function openWithDemo(): Promise<Database> {
    const database = await openDatabase(settings);
    try {
      await migrate(database);
      await begin(database);
    } catch (error) {
      await database.close();
      throw error;
    }
    opened.resolve(database);
    return database;
  }

  const demo = createDemoRules(makeRoom);
  const running = await startServer({ ...rest, settings, logger, clock, openDatabase: openWithDemo, demo });

  async function reset(): Promise<void> {
    try {
      await begin(await opened.promise);
      await running.reloadPages();
      logger.info("the demo began again");
    } catch (error) {
      logger.error({ error: String(error) }, "the demo could not begin again");
    }
  }

  let last = Promise.resolve();
  const resetInTurn = () => (last = last.then(reset));

  async function isFull(): Promise<boolean> {
    const mails = await readdir(outboxFolder(dataDir)).catch(() => []);
    return (await (await opened.promise).readSize()) + mails.length * BYTES_OF_MAIL > mostBytes;
  }

  /** Begins again before the next hour if visitors wrote too much. Of many writes at once the first one does. */
  async function makeRoom(): Promise<void> {
    if (await isFull()) await (last = last.then(async () => ((await isFull()) ? reset() : undefined)));
  }

  const stopResets = eachHour(
    () => void resetInTurn(),
    () => clock().getTime(),
  );
  return {
    baseUrl: running.baseUrl,
    reset: resetInTurn,
    async stop() {
      stopResets();
      await last;
      await running.stop();
    },
  };
}
