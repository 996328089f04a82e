import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Hono } from "hono";
import type { Logger } from "pino";
import type { RenderPage } from "#contract/visit/rendered-view.ts";
import type { AppEnv } from "../api/request-context.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Settings } from "../env.ts";
import { outboxFolder } from "../mail/outbox-carrier.ts";
import { type RunningServer, startServer } from "../server.ts";
import { addDemoBorders } from "./demo-borders.ts";
import { prepareDemoFolder } from "./demo-folder.ts";
import { VISITOR_EMAILS } from "./demo-ids.ts";
import { eachHour } from "./each-hour.ts";
import { withNotice } from "./notice.ts";
import { replaceByDemo } from "./write-demo.ts";

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

const OWNER_ONLY = 0o700;

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
  await mkdir(outbox, { recursive: true, mode: OWNER_ONLY });
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

  const rules = {
    withNotice,
    isOpenAccount: (email: string) => VISITOR_EMAILS.includes(email),
    addBorders: (app: Hono<AppEnv>) => addDemoBorders(app, makeRoom),
  };
  const running = await startServer({ ...rest, settings, logger, clock, openDatabase: openWithDemo, demo: rules });

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
