import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Hono, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { RenderPage } from "#contract/visit/visit-data.ts";
import type { AppEnv } from "../api/request-context.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Settings } from "../env.ts";
import { outboxFolder } from "../mail/outbox-carrier.ts";
import { type RunningServer, startServer } from "../server.ts";
import { prepareDemoFolder } from "./demo-folder.ts";
import { VISITOR_EMAILS, VISITOR_IDS } from "./demo-ids.ts";
import { eachHour } from "./each-hour.ts";
import { withNotice } from "./notice.ts";
import { replaceByDemo } from "./write-demo.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import { routerPath } from "../api/operation-route.ts";
import { Refusal } from "../errors.ts";
import { isSafeMethod } from "../http/own-site.ts";

/**
 * What would show one visitor's devices and network addresses to the others who use the same account, or lock them out,
 * or send something to a device. And the calls with bodies of many megabytes.
 */
const REFUSED = [
  OPERATIONS.changePassword,
  OPERATIONS.resetPassword,
  OPERATIONS.handOverReset,
  OPERATIONS.requestOwnAddress,
  OPERATIONS.requestAddressOf,
  OPERATIONS.listOwnSessions,
  OPERATIONS.endOwnSession,
  OPERATIONS.endOtherSessions,
  OPERATIONS.challengeNewPasskey,
  OPERATIONS.addOwnPasskey,
  OPERATIONS.readOwnData,
  OPERATIONS.deleteOwnAccount,
  OPERATIONS.addPushSubscription,
  OPERATIONS.sharePlanning,
  OPERATIONS.addToSharedPlanning,
] as const;

/** Refused for the people as whom visitors enter. */
const REFUSED_FOR_VISITORS = [OPERATIONS.deleteUser, OPERATIONS.demoteToMember] as const;

function refuse(): never {
  throw new Refusal("account.built_in");
}

const addNotice: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  const { res } = context;
  if (!res.headers.get("content-type")?.startsWith("text/html")) return;
  context.res = new Response(withNotice(await res.text()), res);
};

/** @param makeRoom called before each write */
function addDemoBorders(app: Hono<AppEnv>, makeRoom: () => Promise<void>): void {
  for (const { method, path } of REFUSED) app.on(method, routerPath(path), refuse);
  for (const { method, path } of REFUSED_FOR_VISITORS) {
    app.on(method, routerPath(path), (context, next) =>
      VISITOR_IDS.includes(context.req.param("id") ?? "") ? refuse() : next(),
    );
  }
  app.use("/api/*", async (context, next) => {
    if (!isSafeMethod(context.req.method)) await makeRoom();
    await next();
  });
  // The server writes this page by itself, outside of the built ones.
  app.use(LINKED_PAGES.unsubscribe, addNotice);
  // Without a service worker no browser keeps a demo's page for a team's planning at the same address later.
  app.get("/sw.js", (context) => context.text("Not found\n", 404));
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
