import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { RenderPage } from "#contract/visit/rendered-view.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Settings } from "../env.ts";
import { outboxFolder } from "../mail/outbox-carrier.ts";
import { type RunningServer, startServer } from "../server.ts";
import { addDemoBorders } from "./demo-borders.ts";
import { prepareDemoFolder } from "./demo-folder.ts";
import { VISITOR_EMAILS } from "./demo-ids.ts";
import type { DemoRules } from "./demo-rules.ts";
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
}

export interface RunningDemo extends Pick<RunningServer, "baseUrl" | "stop"> {
  /** Begins again now, also under open pages. */
  readonly reset: () => Promise<void>;
}

const OWNER_ONLY = 0o700;

const RULES: DemoRules = {
  withNotice,
  isOpenAccount: (email) => VISITOR_EMAILS.includes(email),
  addBorders: addDemoBorders,
};

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
  const { logger, clock = () => new Date(), ...rest } = dependencies;
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

  const running = await startServer({ ...rest, settings, logger, clock, openDatabase: openWithDemo, demo: RULES });

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
